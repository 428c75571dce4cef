/** A runtime error of the language with the offset of its anchor. */
export class EvaluationError extends Error {
  readonly code: `FQL${number}`
  readonly at: number
  constructor(code: `FQL${number}`, at: number) {
    super(code)
    this.name = 'Fault'
    this.code = code
    this.at = at
  }
}

export function fail(code: `FQL${number}`, at: number): never {
  throw new EvaluationError(code, at)
}

/** Longest text that an expression may create; prevents repeated doubling from exhausting the memory. */
export const maxTextSize = 1_000_000
export const limitText = (text: string, at: number): string => (text.length > maxTextSize ? fail('FQL4006', at) : text)

/** Maximum of evaluation steps of one event. */
export const maxSteps = 100_000
