/** The abstract tree of a part. `from`/`to` are offsets, `at` is the anchor that error positions use. */
interface Span {
  from: number
  to: number
}
export interface Arg extends Span {
  name: string | null
  value: Expr
  nameFrom: number
}
export type ArithmeticOp = '+' | '-' | '*' | '/' | '%'
export type ComparisonOp = '==' | '!=' | '<' | '>' | '<=' | '>='

export type Expr = Span & { at: number } & (
    | { kind: 'number'; value: number; int: boolean }
    | { kind: 'window'; count: number; unit: 's' | 'm' | 'h' | 'd' }
    | { kind: 'string'; value: string }
    | { kind: 'bool'; value: boolean }
    | { kind: 'null' }
    | { kind: 'variable'; name: string }
    | { kind: 'attribute'; path: string; quoted: boolean }
    | { kind: 'json'; path: string | null; quoted: boolean }
    | { kind: 'name'; name: string }
    | { kind: 'call'; name: string; args: Arg[] }
    | { kind: 'member'; object: Expr; name: string; args: Arg[] | null }
    | { kind: 'index'; object: Expr; index: Expr }
    | { kind: 'paren'; inner: Expr }
    | { kind: 'array'; items: Expr[] }
    | { kind: 'object'; entries: { key: string; from: number; to: number; value: Expr }[] }
    | { kind: 'unary'; op: '!' | '-' | '+'; operand: Expr }
    | { kind: 'binary'; op: ArithmeticOp | ComparisonOp | '|'; left: Expr; right: Expr }
    | { kind: 'logic'; op: '&&' | '||'; operands: Expr[] }
    | { kind: 'ternary'; test: Expr; yes: Expr; no: Expr }
  )
export type ExprOf<K extends Expr['kind']> = Extract<Expr, { kind: K }>

export type StatementKind = 'LET' | 'OBSERVE' | 'RETURN' | 'DO' | 'ROUTETO' | 'SELECT' | 'WHEN'
/** `from` is the position of the keyword. */
export interface Statement extends Span {
  kind: StatementKind
  /** LET: the variable. */
  variable: { name: string; raw: string; from: number; to: number } | null
  /** LET: the value; RETURN: decision first; OBSERVE, DO, ROUTETO, SELECT: the calls; WHEN: none. */
  values: Expr[]
  when: Expr | null
  /** SELECT only. */
  select: {
    name: string
    events: { assessment: string; observation: string | null; from: number; to: number }[]
    group: Expr | null
  } | null
}

/** Removes parentheses, which do not change a value, only its anchor. */
export function stripParentheses(expr: Expr): Expr {
  let inner = expr
  while (inner.kind === 'paren') inner = inner.inner
  return inner
}
