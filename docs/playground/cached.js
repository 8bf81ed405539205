// Keeps what the page has loaded, so that it opens at once the next time, without a network, too.

const KEPT = "ogd-exact-VERSION";

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const ours = event.request.method === "GET" && event.request.url.startsWith(self.registration.scope);
  if (!ours) return;
  event.respondWith(
    caches.open(KEPT).then(async (cache) => {
      const kept = await cache.match(event.request);
      if (kept) return kept;
      const found = await fetch(event.request);
      if (found.ok) await cache.put(event.request, found.clone());
      return found;
    }),
  );
});
