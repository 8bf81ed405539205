// An elevator for four floors. It remembers calls, goes on in its direction while there are calls ahead, and holds its
// door open for two frames wherever it was called.
module elevator(input clk, input rst, input call0, input call1, input call2, input call3,
                output top, output bottom, output unsafe);
  reg [3:0] called;
  reg [1:0] floor, door;  // door: how many more frames it is open
  reg up, moving;
  wire [3:0] now = called | {call3, call2, call1, call0};
  wire [3:0] here = 4'b0001 << floor;
  wire above = (now & ~(here | (here - 4'd1))) != 0;
  wire below = (now & (here - 4'd1)) != 0;
  wire goes_up = above & (up | ~below);
  always @(posedge clk)
    if (rst) begin called <= 0; floor <= 0; door <= 0; up <= 1; moving <= 0; end
    else begin
      called <= now;
      moving <= 0;
      if (door != 0) door <= door - 1;
      else if (now & here) begin door <= 2; called <= now & ~here; end
      else if (above | below) begin
        floor <= goes_up ? floor + 1 : floor - 1;
        up <= goes_up;
        moving <= 1;
      end
    end
  assign top = floor == 3 & door != 0;
  assign bottom = floor == 0 & door != 0;
  assign unsafe = moving & door != 0;
endmodule
