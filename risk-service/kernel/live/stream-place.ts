import { emptySnapshot, includes, isVisible, parseSnapshot, type Snapshot } from '../../ports/snapshot.ts'

/**
 * A place in the stream of changes of all processes. Each process reads changes in an order of its own, so that no number
 * says what a browser has received; a snapshot of the database does: everything that it sees. Within a poll, which
 * leads from one snapshot to the next, the changes have the order in which they were written.
 */
export interface StreamPlace {
  /** Everything that it sees was received. */
  from: Snapshot
  /** Of what the next snapshot sees beyond that, everything up to this number was received; null: nothing. */
  within: { to: Snapshot; seq: number } | null
}

/** Snapshots of a database with thousands of transactions at once would not fit into a header. */
const maxLength = 2000

/** The text of a place, as the id of an event. */
export function placeText({ from, within }: StreamPlace): string {
  const text = within === null ? from.text : `${from.text}~${within.to.text}~${within.seq}`
  return text.length > maxLength ? '' : text
}

/** Parses the text of a place; null where it is none. */
export function parsePlace(text: string): StreamPlace | null {
  const [from = '', to, seq] = text.split('~')
  if (text.length > maxLength) return null
  try {
    return {
      from: parseSnapshot(from),
      within:
        to === undefined || seq === undefined || !/^\d{1,15}$/.test(seq)
          ? null
          : { to: parseSnapshot(to), seq: Number(seq) },
    }
  } catch {
    return null
  }
}

/** Whether a browser at the place has received a change. */
export const hasReceived = ({ from, within }: StreamPlace, change: { xid: number; seq: number }): boolean =>
  isVisible(change.xid, from) || (within !== null && change.seq <= within.seq && isVisible(change.xid, within.to))

/**
 * Whether a process can go on from the place: it has read everything that came afterwards, or will. `forgotten`: what it
 * does not know, and `reached`: up to where it has read. A place far ahead of it comes from another database.
 */
export const isResumable = (
  { from }: StreamPlace,
  { forgotten, reached }: { forgotten: Snapshot; reached: Snapshot },
): boolean =>
  reached !== emptySnapshot &&
  from.xmax > emptySnapshot.xmax &&
  from.xmax <= reached.xmax + maxTransactionsAhead &&
  includes(from, forgotten)

/** Transactions that another process may have seen before this one: of minutes, at any load. */
const maxTransactionsAhead = 1_000_000
