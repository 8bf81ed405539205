// Three parties ask for one thing. Each frame one of those who asked gets it: the first after the one who had it last.
module arbiter(input clk, input rst, input ask0, input ask1, input ask2,
               output grant0, output grant1, output grant2, output two, output starved);
  reg [2:0] grant;
  reg [1:0] last, waited;  // who had it last, and for how many frames the third has asked in vain
  wire [2:0] ask = {ask2, ask1, ask0};
  wire [1:0] first = last == 2 ? 0 : last + 1, second = first == 2 ? 0 : first + 1;
  wire [1:0] chosen = ask[first] ? first : ask[second] ? second : last;
  always @(posedge clk)
    if (rst) begin grant <= 0; last <= 2; waited <= 0; end
    else begin
      grant <= ask[chosen] ? 3'b001 << chosen : 0;
      if (ask[chosen]) last <= chosen;
      waited <= ask2 && chosen != 2 ? waited + 1 : 0;
    end
  assign {grant2, grant1, grant0} = grant;
  assign two = (grant & (grant - 1)) != 0;
  assign starved = waited == 3;
endmodule
