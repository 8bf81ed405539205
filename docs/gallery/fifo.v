// A queue of four places. Numbers 0, 1, 2, ... are pushed into it, and whoever pops them looks whether one is lost.
module fifo(input clk, input rst, input push, input pop, output full, output lost);
  reg [2:0] place0, place1, place2, place3;
  reg [2:0] pushed, popped;  // modulo 8: the next number, and the one that is to come out
  wire [2:0] held = pushed - popped;
  wire [2:0] front = popped[1] ? (popped[0] ? place3 : place2) : (popped[0] ? place1 : place0);
  wire pushes = push & ~full, pops = pop & held != 0;
  always @(posedge clk)
    if (rst) begin pushed <= 0; popped <= 0; end
    else begin
      if (pushes) case (pushed[1:0])
        0: place0 <= pushed;
        1: place1 <= pushed;
        2: place2 <= pushed;
        3: place3 <= pushed;
      endcase
      pushed <= pushed + pushes;
      popped <= popped + pops;
    end
  assign full = held == 4;
  assign lost = pops & front != popped;
endmodule
