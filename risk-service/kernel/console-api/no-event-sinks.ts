import type { EventSink } from '../../contract/index.ts'
import type { EventSinks, SinkReport } from '../../ports/index.ts'

const withoutTarget: ReadonlySet<EventSink> = new Set(['webhook', 'pull'])

const failure = { reason: 'notAllowed', status: null } as const
const report: SinkReport = { failure, certificateUntil: null, facts: [], freeBytes: null }

/** The sinks of an installation that has none beside webhooks and pull. */
export const noEventSinks: EventSinks = {
  directories: [],
  obstacleOf: kind => (withoutTarget.has(kind) ? null : kind === 'directory' ? 'noDirectories' : 'notInstalled'),
  addressIssue: () => null,
  openFiles: () => ({ put: () => Promise.resolve(failure), test: () => Promise.resolve(report) }),
  openMessages: () => ({ send: () => Promise.resolve(failure), test: () => Promise.resolve(report) }),
}
