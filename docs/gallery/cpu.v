// A processor of 8 bits with four registers. An instruction takes three frames: fetch, decode, execute. Its program, in
// a ROM, is Euclid's algorithm by subtraction on 12 and 9; `ebreak`, or what is no instruction, halts it with `trap`.
module cpu(input clk, input resetn, output trap, output wrong);
  localparam FETCH = 0, DECODE = 1, EXECUTE = 2, HALTED = 3;  // stages
  localparam LI = 2'd0, ALU = 2'd1, BNEZ = 2'd2, SYSTEM = 2'd3;  // kinds of instructions
  localparam ADD = 2'd0, SUB = 2'd1, SLT = 2'd2, MV = 2'd3;  // what the ALU does
  localparam R0 = 2'd0, R1 = 2'd1, R2 = 2'd2, R3 = 2'd3;
  localparam AGAIN = 4'd2, DIFFER = 4'd6, LESS = 4'd11;  // addresses

  reg [7:0] rom;
  reg [3:0] pc;
  always @* case (pc)
    0:  rom = {LI, R0, 4'd12};
    1:  rom = {LI, R1, 4'd9};
    2:  rom = {ALU, R2, R0, MV};  // AGAIN
    3:  rom = {ALU, R2, R1, SUB};
    4:  rom = {BNEZ, R2, DIFFER};
    5:  rom = {SYSTEM, 6'd1};  // ebreak
    6:  rom = {ALU, R3, R0, MV};  // DIFFER
    7:  rom = {ALU, R3, R1, SLT};  // r3 = r3 < r1
    8:  rom = {BNEZ, R3, LESS};
    9:  rom = {ALU, R0, R1, SUB};
    10: rom = {BNEZ, R0, AGAIN};
    11: rom = {ALU, R1, R0, SUB};  // LESS
    12: rom = {BNEZ, R1, AGAIN};
    default: rom = {SYSTEM, 6'd0};  // no instruction
  endcase

  reg [1:0] stage;
  reg [7:0] instruction, left, right;
  reg [7:0] register [0:3];
  wire [1:0] kind = instruction[7:6], to = instruction[5:4], from = instruction[3:2], what = instruction[1:0];
  wire [7:0] computed = what == ADD ? left + right : what == SUB ? left - right : what == SLT ? left < right : right;
  always @(posedge clk)
    if (!resetn) begin stage <= FETCH; pc <= 0; end
    else case (stage)
      FETCH: begin
        instruction <= rom;
        pc <= pc + 1;
        stage <= DECODE;
      end
      DECODE: begin
        left <= register[to];
        right <= register[from];
        stage <= EXECUTE;
      end
      EXECUTE: begin
        if (kind == LI) register[to] <= instruction[3:0];
        if (kind == ALU) register[to] <= computed;
        if (kind == BNEZ && left != 0) pc <= instruction[3:0];
        stage <= kind == SYSTEM ? HALTED : FETCH;
      end
    endcase
  assign trap = stage == HALTED;
  assign wrong = trap & register[0] != 3;
endmodule
