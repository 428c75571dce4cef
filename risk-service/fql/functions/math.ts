import { halfEven } from '../runtime/convert.ts'
import { fail } from '../runtime/fault.ts'
import { type FunctionEntry, opt, p } from './entry.ts'

/** Decimal digits of a finite number, without exponent. */
function plain(value: number): string {
  const text = String(value)
  const found = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text)
  return found === null
    ? text
    : `${found[1] ?? ''}0.${'0'.repeat(Number(found[4]) - 1)}${found[2] ?? ''}${found[3] ?? ''}`
}

/** Half to even, judged on the decimal text of the value. */
function round(value: number, digits: number): number {
  if (Math.abs(value) >= 2 ** 52) return value
  if (digits === 0) return halfEven(value) + 0
  const [integer = '0', fraction = ''] = plain(Math.abs(value)).split('.')
  if (fraction.length <= digits) return value
  const kept = BigInt(integer + fraction.slice(0, digits))
  const rest = fraction.slice(digits)
  const half = `5${'0'.repeat(rest.length - 1)}`
  const up = rest > half || (rest === half && kept % 2n === 1n)
  const text = String(up ? kept + 1n : kept).padStart(digits + 1, '0')
  return Math.sign(value) * Number(`${text.slice(0, -digits)}.${text.slice(-digits)}`)
}

/** There is one zero: adding it makes one of minus zero. */
const finite = (at: number, value: number): number => (Number.isFinite(value) ? value + 0 : fail('FQL4002', at))
const one = (name: string, run: (value: number) => number, description: string): FunctionEntry => ({
  name,
  namespace: 'Math',
  params: [p('value', 'Double')],
  result: 'Double',
  description,
  needs: 'at',
  run: (at: number, value: number) => finite(at, run(value)),
})

export const mathFunctions: readonly FunctionEntry[] = [
  {
    name: 'Min',
    namespace: 'Math',
    params: [p('a', 'Number'), p('b', 'Number')],
    result: 'Number',
    description: 'The smaller of two numbers.',
    run: (a: number, b: number) => Math.min(a, b),
  },
  {
    name: 'Max',
    namespace: 'Math',
    params: [p('a', 'Number'), p('b', 'Number')],
    result: 'Number',
    description: 'The larger of two numbers.',
    run: (a: number, b: number) => Math.max(a, b),
  },
  {
    name: 'Abs',
    namespace: 'Math',
    params: [p('value', 'Number')],
    result: 'Number',
    description: 'The absolute value.',
    run: (value: number) => Math.abs(value),
  },
  {
    name: 'Sign',
    namespace: 'Math',
    params: [p('value', 'Double')],
    result: 'Int',
    description: '-1, 0 or 1.',
    run: (value: number) => Math.sign(value) + 0,
  },
  {
    name: 'Round',
    namespace: 'Math',
    params: [p('value', 'Double'), opt('digits', 'Int')],
    result: 'Double',
    description: 'Rounds half to even.',
    needs: 'at',
    run: (at: number, value: number, digits = 0) =>
      digits < 0 || digits > 15 ? fail('FQL4004', at) : round(value, digits) + 0,
  },
  one('Floor', Math.floor, 'The greatest whole number not above the value.'),
  one('Ceiling', Math.ceil, 'The smallest whole number not below the value.'),
  one('Truncate', Math.trunc, 'The value without its fraction.'),
  one('Sqrt', Math.sqrt, 'Square root.'),
  one('Exp', Math.exp, 'e to the given power.'),
  one('Log10', Math.log10, 'Logarithm to base 10.'),
  one('Sin', Math.sin, 'Sine of an angle in radians.'),
  one('Cos', Math.cos, 'Cosine of an angle in radians.'),
  one('Tan', Math.tan, 'Tangent of an angle in radians.'),
  one('Asin', Math.asin, 'Angle of a sine.'),
  one('Acos', Math.acos, 'Angle of a cosine.'),
  one('Atan', Math.atan, 'Angle of a tangent.'),
  one('Sinh', Math.sinh, 'Hyperbolic sine.'),
  one('Cosh', Math.cosh, 'Hyperbolic cosine.'),
  one('Tanh', Math.tanh, 'Hyperbolic tangent.'),
  {
    name: 'Atan2',
    namespace: 'Math',
    params: [p('y', 'Double'), p('x', 'Double')],
    result: 'Double',
    description: 'Angle of a point.',
    run: (y: number, x: number) => Math.atan2(y, x),
  },
  {
    name: 'Pow',
    namespace: 'Math',
    params: [p('base', 'Double'), p('exponent', 'Double')],
    result: 'Double',
    description: 'A power.',
    needs: 'at',
    run: (at: number, base: number, exponent: number) => finite(at, base ** exponent),
  },
  {
    name: 'Log',
    namespace: 'Math',
    params: [p('value', 'Double'), opt('base', 'Double')],
    result: 'Double',
    description: 'Natural logarithm, or to the given base.',
    needs: 'at',
    run: (at: number, value: number, base?: number) =>
      finite(at, base === undefined ? Math.log(value) : Math.log(value) / Math.log(base)),
  },
  {
    name: 'PI',
    namespace: 'Math',
    property: true,
    params: [],
    result: 'Double',
    description: 'The number pi.',
    run: () => Math.PI,
  },
  {
    name: 'E',
    namespace: 'Math',
    property: true,
    params: [],
    result: 'Double',
    description: "Euler's number.",
    run: () => Math.E,
  },
]
