/** The Fraud Query Language: parse, check, compile, evaluate, format, complete. Pure; runs in the browser too. */
export * from './types.ts'
export { check, checkRule } from './check.ts'
export { compileRule, compileRules } from './compile.ts'
export { createScope } from './scope.ts'
export { format } from './format.ts'
export { complete } from './complete.ts'
export { functionTable, type FunctionEntry } from './functions/table.ts'
export { toText } from './runtime/convert.ts'
