/** The Fraud Query Language: parse, check, compile, evaluate, format, complete. Pure; runs in the browser too. */

export { check, checkFunction, checkRule } from './check.ts'
export { compileRule, compileRuleSet, compileRules } from './compile.ts'
export { complete } from './complete.ts'
export { diagnosticTemplates, runtimeTemplates } from './diagnostics.ts'
export { format } from './format.ts'
export { functionDescriptions } from './functions/description-key.ts'
export { type FunctionEntry, functionTable } from './functions/table.ts'
export { type CallSignature, type Hover, hover, type SignatureHelp, signatureHelp } from './help.ts'
export { type DecidingClause, decidingClauses, type Operand } from './operands.ts'
export { mergeResponse } from './outcome.ts'
export { parse } from './parse.ts'
export { type Reference, referencesOf } from './references.ts'
export * from './resources.ts'
export { toText } from './runtime/convert.ts'
export { readFirst, type Slot } from './runtime/read.ts'
export { windowStart } from './runtime/windows.ts'
export { createScope, runClause, testCondition } from './scope.ts'
export { bare, type Expr, type Statement } from './tree.ts'
export * from './types.ts'
export {
  type CompiledVelocity,
  type CompiledVelocitySet,
  checkVelocitySet,
  compileVelocitySet,
  compileVelocitySets,
  type VelocitySetSource,
} from './velocity.ts'
export { createVelocityMemory, type VelocityMemory } from './velocity-memory.ts'
