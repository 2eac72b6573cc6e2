import { parseSync, Visitor, type ESTree } from "rolldown/utils";
import { LEAST_LENGTH } from "./constant-table.ts";

/**
 * Takes out of the functions that esbuild puts around each part of a bundle what needs none: the code of parts that are
 * evaluated at the start anyway, and short constants, which need no list of variables then and cost a start nothing.
 */

interface Edit {
  start: number;
  end: number;
  text: string;
}

interface Part {
  /** Where each variable of the part is declared, with the comma behind it. */
  declared: Map<string, Omit<Edit, "text">>;
  /** The call of esbuild's helper with the function around the part. */
  call: ESTree.CallExpression;
  body: ESTree.FunctionBody;
}

/** The helper that calls such a function once, as esbuild writes it in front of a bundle. */
const HELPER = /^var (\w+) = \(\w+, \w+, \w+\) => \(\) => \{$/m;

/**
 * Returns the bundle with its code flattened. Lines and columns stay what they are, except in the first line, which gets the
 * constants: they have to stand above their use.
 * @param code an ES module by esbuild, with its helpers in front
 * @param isEager says whether the code at a position is of a part that is evaluated at the start
 * @throws Error if esbuild's helper is not found
 */
export function flatten(code: string, isEager: (position: number) => boolean): string {
  const { program, errors } = parseSync("worker.js", code);
  const [error] = errors;
  if (error !== undefined) throw new Error(error.message);
  const parts = findParts(code, program);
  const writes = countWrites(code, program);
  const constants = new Map<string, string>();
  const edits: Edit[] = [];
  for (const { declared, call, body } of parts) {
    // The function is empty then, and a minifier drops its calls.
    if (isEager(call.start)) {
      edits.push({ start: call.start, end: body.start + 1, text: "()=>{};{" });
      edits.push({ start: body.end, end: call.end, text: "" });
    }
    for (const { start, end, left, right } of body.body.flatMap(assignmentsOf)) {
      if (left.type !== "Identifier" || writes.get(left.name) !== 1) continue;
      const declaration = declared.get(left.name);
      if (declaration === undefined || !isConstant(right, constants)) continue;
      constants.set(left.name, code.slice(right.start, right.end));
      edits.push({ start, end, text: "0" }, { ...declaration, text: "" });
    }
  }
  const lifted = [...constants].map(([name, value]) => `const ${name}=${value};`);
  return lifted.join("") + apply(code, edits);
}

function findParts(code: string, program: ESTree.Program): Part[] {
  const helper = HELPER.exec(code)?.[1];
  if (helper === undefined) throw new Error("esbuild puts its parts into functions of another kind");
  return program.body.flatMap((statement) => {
    if (statement.type !== "VariableDeclaration") return [];
    const call = statement.declarations.at(-1)?.init;
    if (call?.type !== "CallExpression" || call.callee.type !== "Identifier") return [];
    const [around] = call.arguments;
    if (call.callee.name !== helper || around?.type !== "ArrowFunctionExpression") return [];
    const declared = statement.declarations.slice(0, -1).flatMap(({ id, init, start }, index) => {
      const end = statement.declarations[index + 1]?.start;
      return id.type === "Identifier" && !init && end ? [[id.name, { start, end }] as const] : [];
    });
    return around.async || around.body.type !== "BlockStatement"
      ? []
      : [{ declared: new Map(declared), call, body: around.body }];
  });
}

/** Counts how often the code writes to each name, in whatever scope. */
function countWrites(code: string, program: ESTree.Program): Map<string, number> {
  const writes = new Map<string, number>();
  const count = ({ type, start, end }: ESTree.Node) => {
    if (type === "MemberExpression") return;
    for (const name of code.slice(start, end).match(/[\w$]+/g) ?? [])
      writes.set(name, (writes.get(name) ?? 0) + 1);
  };
  new Visitor({
    AssignmentExpression: ({ left }) => count(left),
    UpdateExpression: ({ argument }) => count(argument),
    ForInStatement: ({ left }) => count(left),
    ForOfStatement: ({ left }) => count(left),
  }).visit(program);
  return writes;
}

function assignmentsOf(node: ESTree.Node): ESTree.AssignmentExpression[] {
  if (node.type === "ExpressionStatement") return assignmentsOf(node.expression);
  if (node.type === "SequenceExpression") return node.expressions.flatMap(assignmentsOf);
  return node.type === "AssignmentExpression" && node.operator === "=" ? [node] : [];
}

/** Whether an expression is a number, a short string, or computed from such. */
function isConstant(node: ESTree.Node, constants: ReadonlyMap<string, string>): boolean {
  if (node.type === "Identifier") return constants.has(node.name);
  if (node.type === "UnaryExpression") return isConstant(node.argument, constants);
  if (node.type === "BinaryExpression")
    return isConstant(node.left, constants) && isConstant(node.right, constants);
  if (node.type !== "Literal") return false;
  return (
    typeof node.value === "number" || (typeof node.value === "string" && node.value.length < LEAST_LENGTH)
  );
}

/** Writes each text in place of what it replaces, which is on one line and no shorter. */
function apply(code: string, edits: readonly Edit[]): string {
  let edited = "";
  let at = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    edited += code.slice(at, start) + text.padEnd(end - start);
    at = end;
  }
  return edited + code.slice(at);
}
