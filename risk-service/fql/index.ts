/** The Fraud Query Language: parse, check, compile, evaluate, format, complete. Pure; runs in the browser too. */

export { check, checkFunction, checkFunctionInSteps, checkRule, checkRuleInSteps } from './check/check.ts'
export { type Reference, referencesOf } from './check/references.ts'
export { type ReadWindow, velocityWindowsOf } from './check/velocity-windows.ts'
export {
  compileRule,
  compileRuleInSteps,
  compileRuleSet,
  compileRuleSetInSteps,
  compileRules,
} from './compile/compile.ts'
export {
  type CompiledVelocity,
  type CompiledVelocitySet,
  checkVelocitySet,
  checkVelocitySetInSteps,
  compileVelocitySet,
  compileVelocitySets,
  compileVelocitySetsInSteps,
  type VelocitySetSource,
} from './compile/compile-velocity-set.ts'
export { type DecidingClause, decidingClauses, type Operand } from './compile/deciding-clauses.ts'
export { mergeResponse } from './compile/outcome.ts'
export { createVelocityMemory, type VelocityMemory } from './compile/velocity-memory.ts'
export {
  type Diagnostic,
  diagnosticTemplates,
  FqlError,
  type PartDiagnostic,
  runtimeTemplates,
} from './diagnostics/diagnostics.ts'
export { complete } from './editor/complete.ts'
export * from './editor/completion.ts'
export { format } from './editor/format.ts'
export { type CallSignature, type Hover, hover, type SignatureHelp, signatureHelp } from './editor/help.ts'
export { functionDescriptions } from './functions/description-key.ts'
export { type FunctionEntry, functionTable } from './functions/function-table.ts'
export { parse } from './parse/parse.ts'
export { type Expr, type Statement, stripParentheses } from './parse/syntax-tree.ts'
export { toText } from './runtime/convert.ts'
export { readFirst, type Slot } from './runtime/read-attribute.ts'
export { velocityReadKey } from './runtime/read-resource.ts'
export { createScope, runClause, testCondition } from './runtime/scope.ts'
export { windowStart } from './runtime/windows.ts'
export * from './types/check-environment.ts'
export * from './types/compiled-rule.ts'
export * from './types/outcome-types.ts'
export * from './types/resource-readers.ts'
export * from './types/rule-source.ts'
export * from './types/scope-types.ts'
