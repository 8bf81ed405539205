// What cannot be read on a page: letters that are too small, cut off, or on top of others.
() => {
  const SMALLEST = 11;
  const faults = [];
  const seen = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const named = (node) => `${JSON.stringify(node.data.trim().slice(0, 30))} in ${node.parentElement.closest("[id]")?.id}`;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest("script, style, noscript, dialog, title, option, select")) continue;
    const style = getComputedStyle(parent);
    if (style.visibility === "hidden" || !parent.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
    const scale = parent.ownerSVGElement ? Math.abs(parent.getScreenCTM().a) : 1;
    if (boxes.length && parseFloat(style.fontSize) * scale < SMALLEST - 0.01) faults.push(`small: ${named(node)}`);
    // Where a panel scrolls, what is not in view is no fault; where nothing scrolls, it is cut off.
    let view = { left: 0, right: innerWidth, top: -Infinity, bottom: Infinity };
    for (let box = parent.closest("svg.circuit")?.parentElement ?? parent; box; box = box.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(box);
      if (overflowX === "visible" || display === "contents" || box === document.body) continue; // without a box of its own
      const edge = box.getBoundingClientRect();
      const scrolls = overflowY === "auto" || overflowY === "scroll";
      for (const { left, right, top, bottom } of boxes) {
        if (left < edge.left - 1 || right > edge.right + 1) faults.push(`cut off at a side: ${named(node)}`);
        else if (!scrolls && (top < edge.top - 3 || bottom > edge.bottom + 3)) faults.push(`cut off: ${named(node)}`);
      }
      view = { ...view, top: Math.max(view.top, edge.top), bottom: Math.min(view.bottom, edge.bottom) };
    }
    for (const box of boxes) {
      if (box.left < view.left - 1 || box.right > view.right + 1) faults.push(`off the page: ${named(node)}`);
      if (box.top < view.top - 1 || box.bottom > view.bottom + 1) continue;
      const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      const covered = top && top.closest("thead, #levels") && !top.contains(parent) && !parent.contains(top);
      if (!covered) seen.push({ node, box });
    }
  }
  for (let i = 0; i < seen.length; i++) {
    for (let j = i + 1; j < seen.length; j++) {
      const [a, b] = [seen[i].box, seen[j].box];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      // Boxes of letters have room above and below them, which may be shared.
      const shared = Math.min(a.height, b.height) * 0.45;
      if (seen[i].node !== seen[j].node && wide > 2 && high > shared) faults.push(`${named(seen[i].node)} on ${named(seen[j].node)}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`scrolls sideways: ${document.documentElement.scrollWidth}`);
  return faults;
}
