/** A runtime error of the language with the offset it is anchored at. */
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

/** Longest text an expression may build; keeps repeated doubling from filling the memory. */
export const maxTextSize = 1_000_000
export const limitText = (text: string, at: number): string => (text.length > maxTextSize ? fail('FQL4006', at) : text)

/** Evaluation steps one event may use. */
export const maxSteps = 100_000
