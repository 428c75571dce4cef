import type { GraphEvent, GraphLink, GraphRef } from './types.ts'

/** Returns the key of a node in maps. */
export const refKey = ({ type, value }: GraphRef): string => `${type}\n${value}`

/**
 * Returns the links of an event. Its values hang on its user, or on the transaction where it has none, so that a device
 * shows who used it, and a user what belongs to it.
 */
export function linksOf(event: GraphEvent): GraphLink[] {
  const transaction: GraphRef = { type: 'transaction', value: event.eventId }
  const owner: GraphRef = event.user === null ? transaction : { type: 'user', value: event.user }
  const links: GraphLink[] = []
  const link = (source: GraphRef, target: GraphRef, kind: GraphLink['kind']): void => {
    links.push({ source, target, kind })
  }
  if (event.user !== null) link(owner, transaction, event.chargedBack ? 'chargedBack' : 'owns')
  for (const { type, value, kinds } of event.entities) for (const kind of kinds) link(owner, { type, value }, kind)
  if (event.bin !== null) {
    const instrument = event.entities.find(({ type }) => type === 'payment')
    link(instrument ?? owner, { type: 'bin', value: event.bin }, instrument ? 'owns' : 'paidWith')
  }
  const address = event.entities.find(({ type }) => type === 'ip')
  if (event.ipNetwork !== null && address) link(address, { type: 'ipNetwork', value: event.ipNetwork }, 'owns')
  for (const product of event.products) link(transaction, { type: 'product', value: product }, 'used')
  if (event.hasCase) link(transaction, { type: 'case', value: event.eventId }, 'owns')
  return links
}
