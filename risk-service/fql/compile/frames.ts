import type { IrProperty, IrRule } from '../lower/ir.ts'
import { newFrame } from '../runtime/operators.ts'
import type { Scope } from '../types/scope-types.ts'

/*
 * Frames of LET values.
 */

/** Returns a frame that begins with the arguments. */
export function argumentFrame(property: IrProperty, values: readonly unknown[]): unknown[] {
  const frame = newFrame(property.locals)
  for (let i = 0; i < values.length; i++) frame[i] = values[i]
  return frame
}

/** Returns the frame of LET values of the running rule. */
export function frameOf(scope: Scope, rule: IrRule, fresh: boolean): unknown[] {
  if (fresh || scope.frameOwner !== rule) {
    scope.frameOwner = rule
    scope.frame = newFrame(rule.locals)
  }
  return scope.frame
}
