/** The event that notes belong to: what a page that mounts the panel supplies. */
export interface NotePlace {
  environmentId: string
  eventType: string
  /** The merchant's id, or the id of the event. */
  eventId: string
}
