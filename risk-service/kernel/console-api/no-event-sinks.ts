import type { ListedSink } from '../../contract/index.ts'
import type { EventSinks } from '../../ports/index.ts'

const withoutTarget: ReadonlySet<ListedSink> = new Set(['webhook', 'pull'])

/** The sinks of an installation that has none beside webhooks and pull. */
export const noEventSinks: EventSinks = {
  directories: [],
  obstacleOf: kind => (withoutTarget.has(kind) ? null : kind === 'directory' ? 'noDirectories' : 'notInstalled'),
  addressIssue: () => null,
  openFiles: () => {
    const failure = { reason: 'notAllowed', status: null } as const
    return {
      put: () => Promise.resolve(failure),
      test: () => Promise.resolve({ failure, certificateUntil: null, facts: [], freeBytes: null }),
    }
  },
}
