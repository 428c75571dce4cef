import { parse } from '../parse/parse.ts'
import { stripParentheses } from '../parse/syntax-tree.ts'
import { visitNodes } from '../parse/visit-nodes.ts'
import type { VelocityWindow } from '../types/resource-readers.ts'

/** A read of a velocity in a text, with its window. */
export interface ReadWindow {
  name: string
  window: VelocityWindow
}

/** Returns the velocities that texts read, with their windows. A text that cannot be parsed reads none. */
export function velocityWindowsOf(texts: readonly string[]): ReadWindow[] {
  const found: ReadWindow[] = []
  for (const text of texts)
    for (const statement of parse(text).statements ?? [])
      visitNodes(statement, node => {
        if (node.kind !== 'member' || node.object.kind !== 'name' || node.object.name.toLowerCase() !== 'velocity')
          return
        const second = node.args?.[1]
        const window = second === undefined ? null : stripParentheses(second.value)
        if (window?.kind === 'window')
          found.push({ name: node.name, window: { count: window.count, unit: window.unit } })
      })
  return found
}
