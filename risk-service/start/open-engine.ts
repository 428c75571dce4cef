import type { MeteredCall } from '../engine/calls/call-meter.ts'
import { createCallRegistry } from '../engine/calls/call-registry.ts'
import { createSecretCipher, type SecretCipher } from '../engine/calls/secret-encryption.ts'
import type { CallRegistry } from '../engine/calls/types.ts'
import { createEngine, type Engine } from '../engine/index.ts'
import { createListRegistry } from '../engine/lists/list-registry.ts'
import { createListSources } from '../engine/lists/list-sources.ts'
import type { ListRegistry } from '../engine/lists/types.ts'
import type { RunSample } from '../engine/replay/sample-resources.ts'
import { openVelocityStore, type VelocityStore } from '../engine/velocities/index.ts'
import { createDeviceStore, type DeviceStore } from '../features/devices/device-store.ts'
import { createExternalCallEvents } from '../features/event-tracing/monitoring/external-call-events.ts'
import { createDynamicsConnector } from '../features/retail-connector/dynamics/dynamics-connector.ts'
import type { Metrics } from '../http/health.ts'
import { createSmtpMail } from '../http/node/outgoing/smtp-mail.ts'
import { createOutgoingHttp, type OutgoingOptions } from '../http/node/outgoing-http.ts'
import { createSampleRunner } from '../http/node/samples/sample-runner.ts'
import { type Tracing, withCallSpans } from '../http/node/tracing/tracing.ts'
import { createTrialRunner } from '../http/node/trial-runner.ts'
import type { RightsChanges } from '../kernel/access/rights-changes.ts'
import { ipCountry } from '../kernel/ip-country.ts'
import { publishDecisionCounts } from '../kernel/live/decision-counter.ts'
import type { LiveHub } from '../kernel/live/live-hub.ts'
import type { Settings } from '../kernel/settings/settings.ts'
import type { ServiceChanges } from '../kernel/store/changes/service-changes.ts'
import { binaryArray } from '../kernel/store/connection/binary/binary-arrays.ts'
import { createEventWriter } from '../kernel/store/events/event-writer.ts'
import type { ServiceProcess } from '../kernel/store/processes/service-process.ts'
import type { Store } from '../kernel/store/store.ts'
import { startTail, type Tail } from '../kernel/store/tail/tail.ts'
import type { KeyVault, OutgoingHttp, OutgoingMail, Ports } from '../ports/index.ts'
import type { RetailConnector } from '../ports/retail-connector.ts'
import type { SecretKey } from '../ports/secret-key.ts'
import { followChanges } from './changes/follow-changes.ts'
import type { Shutdown } from './process/shutdown.ts'

interface EngineParts {
  ports: Ports
  store: Store
  settings: Settings
  secretKey: SecretKey
  /** Certificate authorities of outgoing calls; null: those of Node. */
  authorities: string | null
  vault: KeyVault | null
  live: LiveHub
  changes: ServiceChanges
  member: ServiceProcess
  rightsChanges: RightsChanges
  metrics: Metrics
  /** Null: none are made. */
  tracing: Tracing | null
}

/** The engine with what it reads from. */
export interface OpenedEngine {
  engine: Engine
  lists: ListRegistry
  calls: CallRegistry
  devices: DeviceStore
  velocities: VelocityStore
  /** Reads what other processes wrote. */
  tail: Tail
  /** For what is sent outside of any event. */
  outgoing: { cipher: SecretCipher; http: OutgoingHttp; mail: OutgoingMail | null }
  /** Reads retail systems; null: the installation has no application for them. */
  retail: RetailConnector | null
  /** Which addresses outgoing calls reach, for clients in other threads. */
  reachable: OutgoingOptions
  /** Runs rules that are edited over stored events. */
  sample: RunSample
  /** Time of the last event that could not be written; null once one was. */
  lastWriteFailure: () => number | null
}

/** Milliseconds after the start when the thread that checks texts begins. */
const warmAfterMs = 5000

/** Opens the event writer, lists, calls, devices, velocities and the engine, and has it follow other processes' changes. */
export async function openEngine(
  {
    ports,
    store,
    settings,
    secretKey,
    authorities,
    vault,
    live,
    changes,
    member,
    rightsChanges,
    metrics,
    tracing,
  }: EngineParts,
  shutdown: Shutdown,
): Promise<OpenedEngine> {
  const { log } = ports
  store.stripe = member.stripe() ?? 0
  const eventWriter = await createEventWriter({ connect: store.writer, log })
  const writer = publishDecisionCounts(eventWriter, live)
  const reachable = {
    privateHosts: settings.outgoingPrivate,
    ...(authorities === null ? {} : { ca: authorities }),
  }
  const { mail } = settings
  const outgoing = {
    cipher: createSecretCipher(secretKey),
    vault,
    http: withCallSpans(createOutgoingHttp(reachable), tracing),
    mail: mail === null ? null : createSmtpMail({ ...reachable, server: mail, from: mail.from }),
    onCall: ({ kind, error, latencyMs }: MeteredCall) => {
      metrics.count('assay_outgoing_calls_total', { kind, result: error ?? 'success' })
      metrics.observe('assay_outgoing_call_seconds', latencyMs / 1000, { kind })
    },
  }
  const callEvents = createExternalCallEvents(ports)
  const sources = createListSources({ ...ports, ...outgoing })
  const lists = createListRegistry({ ...ports, sources })
  const calls = createCallRegistry({
    ...ports,
    ...outgoing,
    onTrace: callEvents.add,
    ...(settings.entraAuthority === null ? {} : { entraAuthority: settings.entraAuthority }),
  })
  const devices = await createDeviceStore({ ...ports, isShared: member.isShared })
  const velocities = await openVelocityStore(ports, {
    maintenance: store.maintenance,
    encode: binaryArray,
    onLag: ms => metrics.observe('assay_velocity_lag_seconds', ms / 1000),
  })
  const trials = createTrialRunner()
  // Whoever checks a text first would wait a second or more for the thread. The start of the service does not.
  const warming = setTimeout(trials.warm, warmAfterMs).unref()
  // A file of 20 MB takes seconds: texts do not wait for files.
  const files = createTrialRunner({ timeLimitMs: 60_000 })
  const samples = createSampleRunner(store.target)
  const engine = await createEngine({
    ...ports,
    writer,
    velocities,
    isShared: member.isShared,
    countryOf: ipCountry,
    lists,
    devices,
    calls,
    runTrial: (trial, own) => (trial.kind === 'listFile' ? files : trials).run(trial, own),
  })
  shutdown.add('list sources', () => sources.flush())
  shutdown.add('calls', () => calls.close())
  shutdown.add('call events', () => callEvents.flush())
  shutdown.add('engine', () => engine.close())
  shutdown.add('trials', () => {
    clearTimeout(warming)
    return Promise.all([trials.stop(), files.stop(), samples.stop()])
  })
  const caches = followChanges(changes, { engine, lists, rightsChanges, log })
  // What other processes commit. The embedded store has one: its commands change rules, and nothing else decides.
  const tail = startTail({
    connect: store.tail,
    log,
    sources: [changes.source, velocities.source],
    intervalMs: settings.databaseUrl === null ? 500 : 100,
  })
  shutdown.add('change subscription', async () => {
    await tail.stop()
    await caches.stop()
  })
  return {
    engine,
    lists,
    calls,
    devices,
    velocities,
    tail,
    outgoing,
    retail:
      settings.retail === null
        ? null
        : createDynamicsConnector({ ...ports, http: outgoing.http, application: settings.retail }),
    reachable,
    sample: samples.run,
    lastWriteFailure: eventWriter.lastFailure,
  }
}
