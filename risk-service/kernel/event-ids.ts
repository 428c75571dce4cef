/**
 * Returns the smallest id of an event that is made at a time. Ids are UUIDs of version 7, so that their order is that in
 * which events were decided, whatever day an imported one is about.
 */
export function firstIdAt(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`
}

/** Returns when the event with an id was decided. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))
