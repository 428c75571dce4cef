import { halfEven } from '../runtime/convert.ts'
import { fail } from '../runtime/evaluation-error.ts'
import { type FunctionEntry, optionalParam, requiredParam } from './function-entry.ts'

/** Returns the decimal digits of a finite number, without exponent. */
function plainDecimal(value: number): string {
  const text = String(value)
  const found = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text)
  return found === null
    ? text
    : `${found[1] ?? ''}0.${'0'.repeat(Number(found[4]) - 1)}${found[2] ?? ''}${found[3] ?? ''}`
}

/** Rounds half to even, based on the decimal text of the value. */
function round(value: number, digits: number): number {
  if (Math.abs(value) >= 2 ** 52) return value
  if (digits === 0) return halfEven(value) + 0
  const [integer = '0', fraction = ''] = plainDecimal(Math.abs(value)).split('.')
  if (fraction.length <= digits) return value
  const truncated = BigInt(integer + fraction.slice(0, digits))
  const rest = fraction.slice(digits)
  const half = `5${'0'.repeat(rest.length - 1)}`
  const up = rest > half || (rest === half && truncated % 2n === 1n)
  const text = String(up ? truncated + 1n : truncated).padStart(digits + 1, '0')
  return Math.sign(value) * Number(`${text.slice(0, -digits)}.${text.slice(-digits)}`)
}

/** The language has one zero: adding it turns minus zero into zero. */
const finiteNumber = (at: number, value: number): number => (Number.isFinite(value) ? value + 0 : fail('FQL4002', at))
const unaryFunction = (name: string, run: (value: number) => number, description: string): FunctionEntry => ({
  name,
  namespace: 'Math',
  params: [requiredParam('value', 'Double')],
  result: 'Double',
  description,
  needs: 'at',
  run: (at: number, value: number) => finiteNumber(at, run(value)),
})

export const mathFunctions: readonly FunctionEntry[] = [
  {
    name: 'Min',
    namespace: 'Math',
    params: [requiredParam('a', 'Number'), requiredParam('b', 'Number')],
    result: 'Number',
    description: 'The smaller of two numbers.',
    run: (a: number, b: number) => Math.min(a, b),
  },
  {
    name: 'Max',
    namespace: 'Math',
    params: [requiredParam('a', 'Number'), requiredParam('b', 'Number')],
    result: 'Number',
    description: 'The larger of two numbers.',
    run: (a: number, b: number) => Math.max(a, b),
  },
  {
    name: 'Abs',
    namespace: 'Math',
    params: [requiredParam('value', 'Number')],
    result: 'Number',
    description: 'The absolute value.',
    run: (value: number) => Math.abs(value),
  },
  {
    name: 'Sign',
    namespace: 'Math',
    params: [requiredParam('value', 'Double')],
    result: 'Int',
    description: '-1, 0 or 1.',
    run: (value: number) => Math.sign(value) + 0,
  },
  {
    name: 'Round',
    namespace: 'Math',
    params: [requiredParam('value', 'Double'), optionalParam('digits', 'Int')],
    result: 'Double',
    description: 'Rounds half to even.',
    needs: 'at',
    run: (at: number, value: number, digits = 0) =>
      digits < 0 || digits > 15 ? fail('FQL4004', at) : round(value, digits) + 0,
  },
  unaryFunction('Floor', Math.floor, 'The greatest whole number not above the value.'),
  unaryFunction('Ceiling', Math.ceil, 'The smallest whole number not below the value.'),
  unaryFunction('Truncate', Math.trunc, 'The value without its fraction.'),
  unaryFunction('Sqrt', Math.sqrt, 'Square root.'),
  unaryFunction('Exp', Math.exp, 'e to the given power.'),
  unaryFunction('Log10', Math.log10, 'Logarithm to base 10.'),
  unaryFunction('Sin', Math.sin, 'Sine of an angle in radians.'),
  unaryFunction('Cos', Math.cos, 'Cosine of an angle in radians.'),
  unaryFunction('Tan', Math.tan, 'Tangent of an angle in radians.'),
  unaryFunction('Asin', Math.asin, 'Angle of a sine.'),
  unaryFunction('Acos', Math.acos, 'Angle of a cosine.'),
  unaryFunction('Atan', Math.atan, 'Angle of a tangent.'),
  unaryFunction('Sinh', Math.sinh, 'Hyperbolic sine.'),
  unaryFunction('Cosh', Math.cosh, 'Hyperbolic cosine.'),
  unaryFunction('Tanh', Math.tanh, 'Hyperbolic tangent.'),
  {
    name: 'Atan2',
    namespace: 'Math',
    params: [requiredParam('y', 'Double'), requiredParam('x', 'Double')],
    result: 'Double',
    description: 'Angle of a point.',
    run: (y: number, x: number) => Math.atan2(y, x),
  },
  {
    name: 'Pow',
    namespace: 'Math',
    params: [requiredParam('base', 'Double'), requiredParam('exponent', 'Double')],
    result: 'Double',
    description: 'The base raised to the power.',
    needs: 'at',
    run: (at: number, base: number, exponent: number) => finiteNumber(at, base ** exponent),
  },
  {
    name: 'Log',
    namespace: 'Math',
    params: [requiredParam('value', 'Double'), optionalParam('base', 'Double')],
    result: 'Double',
    description: 'Natural logarithm, or to the given base.',
    needs: 'at',
    run: (at: number, value: number, base?: number) =>
      finiteNumber(at, base === undefined ? Math.log(value) : Math.log(value) / Math.log(base)),
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
