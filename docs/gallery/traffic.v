// Lights of a road and of a lane that crosses it. The road has green until a car waits in the lane, at least for four
// frames; then the lane has it for two. Yellow takes two frames, and one in which both are red comes after it.
module traffic(input clk, input rst, input car, output road_green, output lane_green, output crash);
  localparam RED = 0, YELLOW = 1, GREEN = 2;
  reg [1:0] road, lane, left;  // left: how many more frames nothing changes
  reg lane_next;
  always @(posedge clk)
    if (rst) begin road <= GREEN; lane <= RED; left <= 3; lane_next <= 1; end
    else if (left != 0) left <= left - 1;
    else if (road == GREEN) begin
      if (car) begin road <= YELLOW; left <= 1; end
    end
    else if (lane == GREEN) begin lane <= YELLOW; left <= 1; end
    else if (road == YELLOW) road <= RED;
    else if (lane == YELLOW) lane <= RED;
    else if (lane_next) begin lane <= GREEN; left <= 1; lane_next <= 0; end
    else begin road <= GREEN; left <= 3; lane_next <= 1; end
  assign road_green = road == GREEN;
  assign lane_green = lane == GREEN;
  assign crash = road != RED & lane != RED;
endmodule
