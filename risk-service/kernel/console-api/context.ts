import type { CallRegistry } from '../../engine/calls/types.ts'
import type { Engine } from '../../engine/index.ts'
import type { KeyedQueue } from '../../engine/lib/serial-queue.ts'
import type { ListRegistry } from '../../engine/lists/types.ts'
import type { RunSample } from '../../engine/replay/sample-resources.ts'
import type { BoosterParticipant } from '../../ports/booster.ts'
import type { ReadCertificate } from '../../ports/certificates.ts'
import type { Db } from '../../ports/database.ts'
import type { EventSinks, MessageTexts, OpenScratchFile, Ports, Principal, UploadFiles } from '../../ports/index.ts'
import type { NameResolver } from '../../ports/name-resolver.ts'
import type { RetailConnector } from '../../ports/retail-connector.ts'
import type { RoleUse } from '../access/role-use.ts'
import type { EnvironmentEvents } from '../environments/environment-events.ts'
import type { EnvironmentTree } from '../environments/environment-tree.ts'
import type { SharedWindowLimiter } from '../limits/shared-window-limiter.ts'
import type { TokenBucketLimiter } from '../limits/token-bucket-limiter.ts'
import type { LiveHub } from '../live/live-hub.ts'
import type { Presence } from '../live/presence.ts'
import type { Masking } from '../personal-data/masking.ts'
import type { OpenReads } from './read-client.ts'

/** The members of the decision engine that the console API uses: compile, try, and apply changes. */
export type RuleEngine = Pick<
  Engine,
  | 'reloadRules'
  | 'ingestDataEvent'
  | 'ingestLabel'
  | 'checkAction'
  | 'checkRule'
  | 'evaluate'
  | 'evaluateRouting'
  | 'sampleResources'
  | 'vocabulary'
  | 'assessment'
  | 'assessments'
  | 'tenantAssessments'
  | 'queues'
  | 'checkVelocitySet'
  | 'tryVelocitySet'
  | 'checkFunction'
  | 'evaluateFunction'
  | 'readListUpload'
  | 'resources'
  | 'velocities'
  | 'purchaseView'
  | 'geo'
  | 'counterfactuals'
  | 'replayListStatus'
  | 'routeStored'
  | 'replayStored'
  | 'rerunStored'
  | 'caseOfStored'
>

/** The context of every handler of the console API. */
export interface ConsoleContext {
  ports: Ports
  engine: RuleEngine
  /** Lists as rules read them; notified of every change. */
  lists: ListRegistry
  /** External calls and assessments as rules make them; notified of every change. */
  calls: CallRegistry
  db: Db
  principal: Principal
  /** The caller's tenant. */
  tree: EnvironmentTree
  correlationId: string
  /** Receives changes of environments, and wakes the job that carries them out. */
  environments: EnvironmentEvents
  backtests: {
    /** Wakes the job that runs waiting back-tests of decision rules, routing previews, field outages or the time machine. */
    wake: (kind: 'decision' | 'routing' | 'outage' | 'history') => void
    /** Runs samples of rules that are edited in a thread of its own; absent: they run in that of the call. */
    sample?: RunSample
  }
  /** Wakes the job that performs waiting dual runs. */
  dualRuns: { wake: () => void }
  /** Wakes the job that carries out data subject requests. */
  subjectRequests: { wake: () => void }
  /** Wakes the job that runs waiting trainings of models. */
  models: { wake: () => void }
  /** Wakes the delivery of what follows from decisions of cases. */
  cases: { wake: () => void }
  /** Sinks of event tracing that the installation has. */
  sinks: EventSinks
  metering: {
    /** Writes what is counted of the entitlement and not stored yet. */
    flush: () => Promise<void>
    /** Processor time of the service and its calls since the start; null: not measured. */
    processor: () => { milliseconds: number; calls: number } | null
  }
  /** Where the chunks of uploaded files are. */
  uploadFiles: UploadFiles
  /** Connections to retail systems. */
  retail: {
    /** Null: this installation has no application that is registered with retail environments. */
    connector: RetailConnector | null
    /** Wakes the job that synchronises. */
    wake: () => void
  }
  /** Banks and networks that take part in the acceptance booster. */
  boosterParticipants: readonly BoosterParticipant[]
  /** Bytes that came beside the input; null: none came. */
  content: ReadableStream<Uint8Array> | null
  /** Whether the installation has an SMTP server. */
  hasMailServer: boolean
  /**
   * Whether sign-ins name the directory roles of a user. Where they never do, administrators of the product create
   * applications.
   */
  hasDirectoryRoles: boolean
  /** Host names that serve device fingerprinting only. */
  fingerprintingHosts: readonly string[]
  /** Reads certificates of clients; null: this service cannot. */
  readCertificate: ReadCertificate | null
  /** Resolves host names that a user has entered; null: this service cannot. */
  names: NameResolver | null
  /** Wakes the job that prepares searches. */
  search: { wake: () => void }
  /** Publishes changes to open consoles, after their commit. */
  live: LiveHub
  /** Who looks at which event now. */
  presence: Presence
  /** Limits evaluations of rules and functions, and checks of files, by user. */
  evaluationLimiter: TokenBucketLimiter
  /**
   * Reads and stores large files one at a time for each key, such as the imports of a tenant: those that wait occupy no
   * connection to the database.
   */
  fileQueue: KeyedQueue
  /** Opens a file for an answer that is too large for memory. */
  openScratchFile: OpenScratchFile
  /** Limits tests of calls and of database lists, by user. */
  testLimiter: SharedWindowLimiter
  assistant: {
    /** Opens the procedures that the assistant answers from, with the rights of its user. */
    reads: OpenReads
    /** Limits questions, by user. */
    limiter: SharedWindowLimiter
    /** Texts of sentences for a language model; null: none is asked to phrase them. */
    texts: MessageTexts | null
  }
  /** Records which roles of the caller are needed. */
  roleUse: RoleUse
  /** Reads the caller and the environments again, as they are at the moment; throws when the session has ended. */
  recheck: () => Promise<{ principal: Principal; tree: EnvironmentTree }>
  /** The address of this service as clients reach it, without a slash at the end. */
  origin: string
}

/**
 * The members that `inEnvironment` adds: the environment of the call, the scope of its figures, and the caller's roles
 * in it.
 */
export interface EnvironmentContext {
  /** The environment and its descendants. */
  scope: string[]
  /** The scope and the environments removed below it, for counts. */
  figures: string[]
  /** Names of the roles that apply to it, for the audit log. */
  actorRoles: string[]
  /** What the caller sees of personal data here; already applied to what the handler returns, except for files. */
  masking: Masking
}

/** The context of handlers of procedures in one environment. */
export type EnvironmentCallContext = ConsoleContext & EnvironmentContext
