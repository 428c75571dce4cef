import type { SupportEntry } from '../../../contract/lists/support-lists.ts'

/** What an entry of a support list says. `expiresAt`: ISO time, null without an expiry. */
export type EntryState = Pick<SupportEntry, 'status' | 'reason' | 'comments' | 'expiresAt'>

/** What the decision of one case wants of an entry. `until`: until when it can be taken back, null: it is final. */
interface CaseLayer extends EntryState {
  caseId: string
  until: string | null
}

/**
 * What decisions of cases made of one entry. The latest layer is what the entry says; `base` is what it said before the
 * first one, null: the value was not on the list.
 */
export interface CaseLayers {
  base: EntryState | null
  layers: readonly CaseLayer[]
}

const isFinal = ({ until }: CaseLayer, now: Date): boolean => until === null || Date.parse(until) <= now.getTime()

const isInEffect = ({ expiresAt }: EntryState, now: Date): boolean =>
  expiresAt === null || Date.parse(expiresAt) > now.getTime()

const stateOf = ({ status, reason, comments, expiresAt }: EntryState): EntryState => ({
  status,
  reason,
  comments,
  expiresAt,
})

/**
 * Puts the layer of a decision on top. A later decision of the same case replaces its earlier one, and layers at the
 * bottom that nobody can take back any more become the base.
 */
export function withLayer({ base, layers }: CaseLayers, layer: CaseLayer, now: Date): CaseLayers {
  const others = layers.filter(({ caseId }) => caseId !== layer.caseId)
  const open = others.findIndex(each => !isFinal(each, now))
  const settled = open === -1 ? others : others.slice(0, open)
  const last = settled.at(-1)
  return {
    base: last === undefined ? base : stateOf(last),
    layers: [...others.slice(settled.length), layer],
  }
}

/**
 * Takes the layer of a case away. `state`: what the entry says then, null: it leaves the list; undefined: what it says
 * now, because a later decision wants it so or the case has no layer.
 */
export function withoutLayer(
  { base, layers }: CaseLayers,
  caseId: string,
  now: Date,
): { rest: CaseLayers; state: EntryState | null | undefined } {
  const rest = { base, layers: layers.filter(each => each.caseId !== caseId) }
  if (layers.at(-1)?.caseId !== caseId) return { rest, state: undefined }
  const state = [base, ...rest.layers].findLast(each => each !== null && isInEffect(each, now))
  return { rest, state: state == null ? null : stateOf(state) }
}
