import { uniqueName, type VelocitySetBody, velocityLimits } from '@assay/risk-service/contract'
import { stripComments } from '../../platform/authoring/fql/clause-summary.ts'
import type { Part } from '../../platform/authoring/fql/diagnostics.ts'

export type VelocitySetEdit =
  | { type: 'name'; name: string }
  | { type: 'description'; description: string }
  | { type: 'text'; part: Part; text: string }
  | { type: 'insert'; index: number; text: string }
  | { type: 'remove'; index: number }
  | { type: 'move'; index: number; by: 1 | -1 }

/** The draft after one edit; an edit that makes no sense leaves it as it is. */
export function applyVelocitySetEdit(body: VelocitySetBody, edit: VelocitySetEdit): VelocitySetBody {
  const { velocities } = body
  switch (edit.type) {
    case 'name':
      return { ...body, name: edit.name }
    case 'description':
      return { ...body, description: edit.description }
    case 'text':
      if (edit.part === 'condition') return { ...body, condition: edit.text }
      return velocities[edit.part] ? { ...body, velocities: velocities.with(edit.part, { text: edit.text }) } : body
    case 'insert':
      return velocities.length < velocityLimits.velocitiesPerSet
        ? { ...body, velocities: velocities.toSpliced(edit.index, 0, { text: edit.text }) }
        : body
    case 'remove':
      return velocities.length > 1 ? { ...body, velocities: velocities.toSpliced(edit.index, 1) } : body
    case 'move': {
      const moved = velocities[edit.index]
      const target = edit.index + edit.by
      if (!moved || target < 0 || target >= velocities.length) return body
      return { ...body, velocities: velocities.toSpliced(edit.index, 1).toSpliced(target, 0, moved) }
    }
  }
}

const namePattern = /\bSELECT\b[\s\S]*?\bAS\s+([A-Za-z_]\w*)/i

/** The name that rules write after `Velocity.`: the AS of the text; null without one. The text may have errors. */
export function velocityName(text: string): string | null {
  return namePattern.exec(stripComments(text))?.[1] ?? null
}

/** What a velocity does in a few words: what it selects, and from which events. */
export function velocitySummary(text: string): string {
  const code = stripComments(text).replace(/\s+/g, ' ')
  const select = /\bSELECT (.*?) AS\b/i.exec(code)?.[1] ?? ''
  const group = /\bGROUPBY (.*?)(?= (?:WHEN|LET|FROM|SELECT)\b|$)/i.exec(code)?.[1] ?? ''
  return [select, group]
    .map(part => part.replace(/@@?["']([^"'\n]*)["']/g, '$1').trim())
    .filter(part => part !== '')
    .join(' / ')
}

/** The text with another name where its own is taken, in any letter case. */
export function withFreeName(text: string, usedNames: readonly string[]): string {
  const name = velocityName(text)
  if (name === null) return text
  const free = uniqueName(name, usedNames, '')
  return free === name ? text : text.replace(new RegExp(`(\\bAS\\s+)${name}\\b`, 'i'), `$1${free}`)
}

/** Events of a velocity, as written after FROM. */
export function eventsOf(text: string): string[] {
  const from = /\bFROM\s+([\w:]+(?:\s*,\s*[\w:]+)*)/i.exec(stripComments(text))?.[1]
  return from?.split(',').map(event => event.trim()) ?? []
}
