/** How far users can rely on a component: a tag of its stories, which the list of Storybook can be filtered by. */
export type Status = 'stable' | 'experimental' | 'deprecated'

export const statusSentences: Readonly<Record<Status, string>> = {
  stable: '**Stable.** A change that its users have to follow is in the changelog.',
  experimental: '**Experimental.** Any version may change its props and its looks.',
  deprecated: '**Deprecated.** It will be removed; the description names what replaces it.',
}

/** Status of a component by the tags of its stories: stable, unless a tag says otherwise. */
export function statusOf(tags: readonly string[]): Status {
  if (tags.includes('deprecated')) return 'deprecated'
  return tags.includes('experimental') ? 'experimental' : 'stable'
}
