import type { Principal } from '../../ports/index.ts'

/**
 * Returns true when something belongs to the caller personally, such as a queue that is open to its own people alone. In
 * a preview it has to belong to the person as well whose rights are previewed; to roles alone nothing belongs.
 */
export function isOwn({ id, preview }: Pick<Principal, 'id' | 'preview'>, people: readonly string[]): boolean {
  return people.includes(id) && (preview === undefined || people.includes(preview.subjectId ?? ''))
}
