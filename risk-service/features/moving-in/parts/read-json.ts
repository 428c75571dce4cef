import type { MoveNote } from '../../../contract/moving-in/moving-in.ts'
import { positionAt } from '../../configuration/files/json-position.ts'
import { createNote } from '../model/moved-objects.ts'

/** The line of the fault, where the engine names its place; 0 where it does not. */
const lineOf = (text: string, message: string): number => {
  const [, position] = /at position (\d+)/.exec(message) ?? []
  return position === undefined ? 0 : positionAt(text, Number(position)).line
}

/** Parses JSON; else returns the note that says so. */
export function readJson(text: string): { value: unknown } | { note: MoveNote } {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { note: createNote('notJson', { line: lineOf(text, error instanceof Error ? error.message : '') }) }
  }
}
