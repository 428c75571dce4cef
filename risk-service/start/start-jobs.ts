import { removeAssessmentData } from '../features/assessment-removal/remove-data.ts'
import { attackCheckSeconds, checkAttacks } from '../features/attacks/check/check-attacks.ts'
import { checkAlerts } from '../features/case-report/alerts/check-alerts.ts'
import { createCaseClock } from '../features/cases/clock/case-clock.ts'
import { refreshSavings } from '../features/cases/clock/refresh-savings.ts'
import { advanceEnvironments, type ProvisioningContext } from '../features/environments/provisioning.ts'
import { createUnsearchedTypes } from '../features/graph/rings/ring-scope.ts'
import { runReports } from '../features/loss-prevention/report/run-reports.ts'
import { checkPlans } from '../features/metering/check-plans.ts'
import { runTrainings } from '../features/models/training/run-trainings.ts'
import { storeCounts } from '../features/monitoring/counts/store-counts.ts'
import { checkFieldDrops } from '../features/ontology/drops/check-drops.ts'
import { prepareFieldReads } from '../features/ontology/uses/prepare-reads.ts'
import { followReports, followSeconds } from '../features/reports/refresh/follow-reports.ts'
import { refreshReports } from '../features/reports/refresh/refresh-reports.ts'
import { fillPostalCodes } from '../features/review/places/fill-postal-codes.ts'
import { checkWatches } from '../features/saved-views/watches.ts'
import { provisionSearches } from '../features/search/provisioning/provision-search.ts'
import { applyPendingTemplate } from '../features/templates/apply-template.ts'
import { runBackfills } from '../features/velocities/backfill/run-backfill.ts'
import type { Metrics } from '../http/health.ts'
import { createEventRunner, sinkOptions } from '../http/node/event-tracing/event-runner.ts'
import { createRingRunner } from '../http/node/rings/ring-runner.ts'
import { createTrainingRunner } from '../http/node/training-runner.ts'
import { createUploadFiles } from '../http/node/uploads/upload-files.ts'
import type { EnvironmentEvents } from '../kernel/environments/environment-events.ts'
import type { LiveHub } from '../kernel/live/live-hub.ts'
import type { Settings } from '../kernel/settings/settings.ts'
import { startScheduler } from '../kernel/store/jobs.ts'
import type { Store } from '../kernel/store/store.ts'
import { startTimedWork } from '../kernel/timed-work.ts'
import type { Ports, SecretKey } from '../ports/index.ts'
import { cleanUpJobs } from './clean-up-jobs.ts'
import type { JobRequests } from './job-requests.ts'
import type { OpenedEngine } from './open-engine.ts'
import type { Shutdown } from './process/shutdown.ts'
import { createReplayJobs } from './replay-jobs.ts'
import { retailJobs } from './retail-jobs.ts'
import { startAlerts } from './start-alerts.ts'
import { startBooster } from './start-booster.ts'
import { startChain } from './start-chain.ts'
import { startUploads } from './start-uploads.ts'
import { subjectRequestJob } from './subject-request-job.ts'

interface JobParts {
  /** Folder of the checkout. */
  root: string
  ports: Ports
  store: Store
  settings: Settings
  opened: OpenedEngine
  secretKey: SecretKey
  live: LiveHub
  metrics: Metrics
  environments: EnvironmentEvents
  requests: JobRequests
}

/** Starts the scheduled work of the features, and from then on takes their requests for it. */
export async function startJobs(
  {
    root,
    ports,
    store,
    settings,
    opened: { engine, calls, outgoing, reachable, retail },
    secretKey,
    live,
    metrics,
    environments,
    requests,
  }: JobParts,
  shutdown: Shutdown,
): Promise<void> {
  const trainings = createTrainingRunner(store.target)
  const uploadFiles = createUploadFiles(settings)
  const maintenancePorts: Ports = { ...ports, db: store.maintenance }
  const replays = createReplayJobs({ ports: maintenancePorts, target: store.target, secretKey, leases: store.leases })
  /** Aborts what takes longer than a shutdown should. */
  const ended = new AbortController()
  const provisioning: ProvisioningContext = {
    ...maintenancePorts,
    environments,
    reloadRules: () => engine.reloadRules(),
    applyTemplate: row => applyPendingTemplate({ ...maintenancePorts, calls }, row),
    removeFiles: uploadFiles.removeEnvironment,
  }
  const jobs = await startScheduler(store, settings.retention, ports.log, ports.clock, [
    { name: 'environments', cron: '* * * * *', run: () => advanceEnvironments(provisioning) },
    {
      name: 'assessment-removals',
      cron: '* * * * *',
      run: async () => {
        await removeAssessmentData({ ...maintenancePorts, velocities: engine.velocities })
        return { again: null }
      },
    },
    subjectRequestJob({ ports: maintenancePorts, secretKey, live }),
    {
      name: 'velocity-backfill',
      cron: '* * * * *',
      run: () => runBackfills({ ...maintenancePorts, velocities: engine.velocities }),
    },
    ...replays.jobs,
    // Weekly where nothing else asks for it; every day is looked whether the week is over.
    {
      name: 'models',
      cron: '37 3 * * *',
      run: () =>
        runTrainings({
          ...maintenancePorts,
          perform: trainings.perform,
          reload: environmentId => engine.reloadRules(environmentId),
        }),
    },
    // Not with the work of every second: placing a long queue anew must not hold up what is due.
    {
      name: 'case-savings',
      cron: '*/15 * * * *',
      run: async () => {
        await refreshSavings({ ports: maintenancePorts, live })
        return { again: null }
      },
    },
    {
      name: 'search-provisioning',
      cron: '* * * * *',
      run: async () => {
        await provisionSearches({ ports: maintenancePorts, engine, live })
        return { again: null }
      },
    },
    {
      name: 'watched-searches',
      cron: '*/5 * * * *',
      run: async () => {
        await checkWatches({ ports: maintenancePorts, engine, live })
        return { again: null }
      },
    },
    {
      name: 'monitor-counts',
      cron: '* * * * *',
      run: async () => ({ again: (await storeCounts(maintenancePorts)) ? 1 : null }),
    },
    {
      name: 'postal-codes',
      cron: '*/5 * * * *',
      run: async () => ({ again: (await fillPostalCodes(maintenancePorts)) ? 1 : null }),
    },
    {
      name: 'field-drops',
      cron: '*/5 * * * *',
      run: async () => {
        await checkFieldDrops({ ports: maintenancePorts, live })
        return { again: null }
      },
    },
    {
      name: 'plans',
      cron: '* * * * *',
      run: async () => {
        await checkPlans({ ports: maintenancePorts, live })
        return { again: null }
      },
    },
    {
      name: 'report-alerts',
      cron: '*/15 * * * *',
      run: async () => {
        await checkAlerts({ ports: maintenancePorts, live })
        return { again: null }
      },
    },
    // What reports do not follow is read once a day; twice as many transactions, as after an import, within the hour.
    {
      name: 'reports',
      cron: '41 * * * *',
      run: async () => {
        await refreshReports(maintenancePorts, { retention: settings.retention, signal: ended.signal })
        return { again: null }
      },
    },
    {
      name: 'loss-prevention',
      cron: '* * * * *',
      run: async () => ({ again: (await runReports(maintenancePorts)) ? 0 : null }),
    },
    ...retailJobs(retail, { ports: maintenancePorts, secretKey, signal: ended.signal }),
    ...cleanUpJobs(maintenancePorts, uploadFiles),
  ])
  const caseClock = createCaseClock({ ports: maintenancePorts, engine, live })
  const once = (name: string) => ({ leases: store.leases, name })
  const cases = startTimedWork({ everySeconds: 1, run: caseClock.run }, ports.log, once('case-clock'))
  requests.connect(jobs, { cases: () => cases.request(), mirrors: () => replays.mirrors.request() })
  startAlerts({ root, ports: maintenancePorts, settings, outgoing, leases: store.leases, live }, shutdown)
  startChain({ ports: maintenancePorts, secretKey, leases: store.leases }, shutdown)
  const eventThread = createEventRunner(
    { target: store.target, reachable, secretKey, ...sinkOptions(settings) },
    { live, log: ports.log },
  )
  const events = startTimedWork(
    { everySeconds: 0.25, run: async () => ({ again: (await eventThread.run()) ? 0 : null }) },
    ports.log,
    once('event-tracing'),
  )
  const attacks = startTimedWork(
    {
      everySeconds: attackCheckSeconds,
      run: async () => {
        await checkAttacks({ ports: maintenancePorts, live, reloadContainments: engine.reloadContainments })
        return { again: null }
      },
    },
    ports.log,
    once('attacks'),
  )
  const reports = startTimedWork(
    {
      everySeconds: followSeconds,
      run: async () => {
        await followReports(maintenancePorts, { retention: settings.retention, signal: ended.signal })
        return { again: null }
      },
    },
    ports.log,
    once('report-follow'),
  )
  startUploads(
    {
      db: store.maintenance,
      target: store.target,
      leases: store.leases,
      settings,
      secretKey,
      live,
      log: ports.log,
      metrics,
    },
    shutdown,
  )
  startBooster({ ports: maintenancePorts, settings, engine, http: outgoing.http, leases: store.leases }, shutdown)
  const ringThread = createRingRunner(store.target, { unsearchedTypes: createUnsearchedTypes(engine), live })
  // Every few seconds, so that a ring is there while it is at work.
  const rings = startTimedWork(
    { everySeconds: 2, run: async () => ({ again: (await ringThread.run()) ? 1 : null }) },
    ports.log,
    once('rings'),
  )
  // After the work of the start; what is published later is parsed when it is first read.
  const fieldReads = startTimedWork(
    {
      everySeconds: 86_400,
      run: () => prepareFieldReads(store.maintenance, ended.signal).then(() => ({ again: null })),
    },
    ports.log,
  )
  fieldReads.request(5)
  shutdown.add('field reads', () => {
    ended.abort()
    return fieldReads.stop()
  })
  shutdown.add('rings', async () => {
    await rings.stop()
    await ringThread.stop()
  })
  shutdown.add('reports', () => {
    ended.abort()
    return reports.stop()
  })
  shutdown.add('attacks', () => attacks.stop())
  shutdown.add('event tracing', async () => {
    await events.stop()
    await eventThread.stop()
  })
  shutdown.add('cases', async () => {
    await cases.stop()
    await caseClock.settle()
  })
  shutdown.add('jobs', () => jobs.stop())
  shutdown.add('runners', () => Promise.all([replays.stop(), trainings.stop()]))
}
