// Two processes, of which `who` says which one moves. Each looks whether the other's flag is down, and only then raises
// its own and enters: both may look before either raises its flag.
module mutex(input clk, input who, output both);
  localparam LOOKS = 0, RAISES = 1, INSIDE = 2;
  reg [1:0] first = LOOKS, second = LOOKS;
  wire first_flag = first == INSIDE, second_flag = second == INSIDE;
  always @(posedge clk)
    if (who == 0) case (first)
      LOOKS:   if (!second_flag) first <= RAISES;
      RAISES:  first <= INSIDE;
      default: first <= LOOKS;
    endcase
    else case (second)
      LOOKS:   if (!first_flag) second <= RAISES;
      RAISES:  second <= INSIDE;
      default: second <= LOOKS;
    endcase
  assign both = first_flag & second_flag;
endmodule
