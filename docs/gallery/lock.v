// A combination lock: after its reset it opens when the last four keys were 1, 0, 1, 1, and stays open.
module lock(input clk, input rst, input key, output open);
  localparam NOTHING = 0, ONE = 1, ONE_ZERO = 2, ONE_ZERO_ONE = 3, OPEN = 4;
  reg [2:0] seen;
  always @(posedge clk)
    if (rst) seen <= NOTHING;
    else case (seen)
      NOTHING:      seen <= key ? ONE : NOTHING;
      ONE:          seen <= key ? ONE : ONE_ZERO;
      ONE_ZERO:     seen <= key ? ONE_ZERO_ONE : NOTHING;
      ONE_ZERO_ONE: seen <= key ? OPEN : ONE_ZERO;
      default:      seen <= OPEN;
    endcase
  assign open = seen == OPEN;
endmodule
