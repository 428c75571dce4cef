import type { VelocitySetBody } from '@assay/risk-service/contract'
import { velocityName } from './draft.ts'

/** Where two versions of a set differ: its own texts, and its velocities by name. */
export function setDifferences(mine: VelocitySetBody, theirs: VelocitySetBody): { id: string; velocity: string | null; mine: string; theirs: string }[] {
  const own = (['name', 'description', 'condition'] as const).map(id => ({ id: id as string, velocity: null as string | null, mine: mine[id], theirs: theirs[id] }))
  const byName = (body: VelocitySetBody) => new Map(body.velocities.map(({ text }, index) => [velocityName(text) ?? `${index + 1}`, text]))
  const [a, b] = [byName(mine), byName(theirs)]
  return [...own, ...[...new Set([...a.keys(), ...b.keys()])].map(name => ({ id: `velocity ${name}`, velocity: name, mine: a.get(name) ?? '', theirs: b.get(name) ?? '' }))]
    .filter(field => field.mine !== field.theirs)
}
