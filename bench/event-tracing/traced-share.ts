import { describeWindows } from '../decisions/decisions.ts'
import type { LoadWindow } from '../decisions/load-generator.ts'
import { cpuSeconds, foregroundSeconds } from '../support/cpu.ts'
import { limitedRow, median, perSecond, type Row, type Service } from '../support/harness.ts'
import { findDatabase } from '../support/store.ts'
import type { Receiver, TracingApi } from './tracing-api.ts'

/** Share of the decision rate without subscriptions. */
const leastShare = 0.9

/** A window of load, with the processors that it used. */
interface MeasuredWindow {
  window: LoadWindow
  /** Milliseconds of the processor for each decision, of what answers callers. */
  decisionMs: number
  /** Processors of what delivers: threads and connections of low priority. */
  deliveries: number
  receiver: number
}

interface ShareInput {
  service: Service
  api: TracingApi
  receiver: Receiver
  /** One window of a closed loop. */
  runWindow: () => Promise<LoadWindow[]>
  pairs: number
}

/**
 * Compares the rate of decisions with three subscriptions and without any, in pairs of windows that begin with either in
 * turn: a growing store makes decisions slower. Subscriptions are removed after their window, once everything is
 * delivered: no window delivers what happened in another one.
 */
export async function measureShare({ service, api, receiver, runWindow, pairs }: ShareInput): Promise<Row> {
  const database = (await findDatabase(service)).pid
  const pids = { service: service.pid, database }
  const used = () => ({
    all: cpuSeconds(service.pid) + cpuSeconds(database),
    foreground: foregroundSeconds(pids),
    receiver: cpuSeconds(receiver.child.pid ?? 0),
  })
  const drained: number[] = []
  async function measure(): Promise<MeasuredWindow> {
    const [started, before] = [performance.now(), used()]
    const [window] = await runWindow()
    if (window === undefined) throw new Error('There is no window.')
    const [seconds, after] = [(performance.now() - started) / 1000, used()]
    const foreground = after.foreground - before.foreground
    return {
      window,
      decisionMs: (foreground * 1000) / window.requests,
      deliveries: (after.all - before.all - foreground) / seconds,
      receiver: (after.receiver - before.receiver) / seconds,
    }
  }
  async function measureTraced(): Promise<MeasuredWindow> {
    await api.subscribeAll(receiver)
    const measured = await measure()
    const ended = performance.now()
    await api.drained()
    drained.push((performance.now() - ended) / 1000)
    await api.removeAll()
    await receiver.tell('forget')
    return measured
  }

  const traced: MeasuredWindow[] = []
  const without: MeasuredWindow[] = []
  for (let pair = 0; pair < pairs; pair++) {
    if (pair % 2 === 0) without.push(await measure())
    traced.push(await measureTraced())
    if (pair % 2 === 1) without.push(await measure())
  }
  const shares = traced.map(({ window }, pair) => window.perSecond / (without[pair]?.window.perSecond ?? Number.NaN))
  const of = (windows: readonly MeasuredWindow[], figure: (each: MeasuredWindow) => number) =>
    median(windows.map(figure))
  const rate = (windows: readonly MeasuredWindow[]) => perSecond(of(windows, ({ window }) => window.perSecond))
  const cores = (value: number) => value.toFixed(2)
  return limitedRow(
    'Decisions with three subscriptions, share of the rate without, median of pairs',
    median(shares),
    value => value.toFixed(2),
    '>',
    leastShare,
    [
      `${rate(traced)} of ${rate(without)}; pairs ${shares.map(share => share.toFixed(2)).join(', ')}`,
      `a decision uses ${of(traced, each => each.decisionMs).toFixed(3)} ms of ${of(without, each => each.decisionMs).toFixed(3)} ms`,
      `deliveries ${cores(of(traced, each => each.deliveries))} cores of ${cores(of(without, each => each.deliveries))} in the background without, receiver ${cores(of(traced, each => each.receiver))}`,
      `all is delivered ${median(drained).toFixed(1)} s after the load`,
      describeWindows(traced.map(({ window }) => window)),
    ].join('; '),
  )
}
