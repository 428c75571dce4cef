/** Codes of a check. */
export type DiagnosticCode = keyof typeof diagnosticTemplates

/** Message templates of all codes; `{name}` is replaced by the parameter. */
export const diagnosticTemplates = {
  FQL1001: "Unexpected character '{c}'.",
  FQL1002: 'Text is not closed.',
  FQL1003: 'Comment is not closed.',
  FQL1004: "'{t}' is not a number or a time window.",
  FQL1005: "Expected {x} but found '{t}'.",
  FQL1006: 'Unexpected end of code; {x} expected.',
  FQL1007: '{S} cannot be used in {context}.',
  FQL1008: 'Only one {S} is allowed here.',
  FQL1009: '{part} needs {x}.',
  FQL1010: 'RETURN must be the last statement.',
  FQL2001: "Unknown name '{n}'.",
  FQL2002: '{f} expects {sig}.',
  FQL2003: '{A} cannot be used as {B}. Try {cast}.',
  FQL2004: "{T} has no member '{n}'.",
  FQL2005: 'Variable ${n} is not defined.',
  FQL2006: '{n} is already defined.',
  FQL2007: "{kind} '{n}' does not exist in this environment.",
  FQL2008: 'This argument must be a constant.',
  FQL2009: 'Must be {range}.',
  FQL2010: '{f} cannot be used here.',
  FQL2011: '{detail}',
  FQL2012: 'Arrays cannot be used in GROUPBY.',
  FQL2013: 'At most {n} {kind} can be used here.',
  FQL3001: '{n} is not in the sample.',
  FQL3002: 'The score is not available yet and counts as 0.',
  FQL3003: 'Both sides are compared as text.',
  FQL3004: 'Later clauses never run.',
} as const satisfies Record<string, string>

/** The template of `FQL2007` for a column of a list that exists: the parameter `list` names the list. */
const missingColumnTemplate = "List '{list}' has no column '{n}'."

/** The same for runtime codes. */
export const runtimeTemplates: Readonly<Record<string, string>> = {
  FQL4001: 'Division by zero.',
  FQL4002: 'The result is not a finite number.',
  FQL4003: 'The value cannot be converted.',
  FQL4004: 'An index, length or range is outside its limits.',
  FQL4005: 'The variable has no value.',
  FQL4006: 'The evaluation exceeded its limits.',
  FQL4007: 'Definition not found.',
  FQL4008: 'External assessments are nested too deeply.',
  FQL4009: 'The velocity could not be read.',
}

/** Returns the English text of a runtime code. */
export const runtimeMessage = (code: string): string => runtimeTemplates[code] ?? code

/**
 * Returns the 1-based line and column of an offset, in UTF-16 units. A line ends as comments and texts do: with LF,
 * CRLF or CR.
 */
export function position(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let start = 0
  for (const end of text.slice(0, offset).matchAll(/\r\n?|\n/g)) {
    line++
    start = end.index + end[0].length
  }
  return { line, column: offset - start + 1 }
}

/** Creates a diagnostic of `text` between two offsets. */
export function createDiagnostic(
  code: DiagnosticCode,
  text: string,
  from: number,
  to: number,
  params: Record<string, string | number> = {},
): Diagnostic {
  const template = code === 'FQL2007' && 'list' in params ? missingColumnTemplate : diagnosticTemplates[code]
  const message = template.replace(/\{(\w+)\}/g, (all, name: string) => String(params[name] ?? all))
  return {
    code,
    severity: code.startsWith('FQL3') ? 'warning' : 'error',
    message,
    params,
    from,
    to,
    ...position(text, from),
  }
}

export interface Diagnostic {
  code: `FQL${number}`
  severity: 'error' | 'warning'
  /** English text from the message template and `params`. */
  message: string
  params: Record<string, string | number>
  /** UTF-16 offsets in the part's own text. */
  from: number
  to: number
  /** 1-based. */
  line: number
  column: number
}
export interface PartDiagnostic {
  part: 'condition' | number
  diagnostic: Diagnostic
}

/** Thrown by the compiler when the rule has errors. */
export class FqlError extends Error {
  readonly diagnostics: readonly PartDiagnostic[]
  constructor(problems: readonly PartDiagnostic[]) {
    const first = problems[0]
    super(
      first === undefined
        ? 'The rule has errors.'
        : `${first.part === 'condition' ? 'condition' : `clause ${first.part + 1}`}, line ${first.diagnostic.line}, column ${first.diagnostic.column}: ${first.diagnostic.code} ${first.diagnostic.message}`,
    )
    this.name = 'FqlError'
    this.diagnostics = problems
  }
}
