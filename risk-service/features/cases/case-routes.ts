import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { listCaseSwitches, setCaseSwitch } from './configuration/case-switch.ts'
import { readConfiguration, readDecisions, saveConfiguration } from './configuration/configuration.ts'
import { readOptionSettings, readPageOptions, saveOptions } from './configuration/options.ts'
import { readMentions } from './mentions/mentions.ts'
import { judgeSample, listSamples, readSample } from './quality/quality.ts'
import { listLimits, setLimits } from './queues/authority.ts'
import { loadReviewers } from './queues/reviewers.ts'
import { readSaving } from './queues/savings.ts'
import { readSimilarCases } from './similar/similar.ts'
import { rateSummary, readSummary } from './summary/case-summary.ts'
import { escalate, hold, resume, sendBack, transfer } from './work/actions.ts'
import { recordActivity } from './work/activity.ts'
import { retryFollowUps, setChecklist, setPriority, setTags } from './work/annotations.ts'
import { approve, withdrawApproval } from './work/approvals.ts'
import { assign } from './work/assign.ts'
import { decideMany } from './work/bulk.ts'
import { releaseBundle, takeBundle } from './work/bundles.ts'
import { requestChallenge } from './work/challenges.ts'
import { correctDecision, decideCase, undoDecision } from './work/decisions.ts'
import { extendLock, forceRelease, lockCaseFor } from './work/locks.ts'
import { findCaseOf, readCase, readHistory, readUnfinished, viewCase } from './work/read-cases.ts'
import { undoMany } from './work/undo-many.ts'

const { cases, caseAuthority, caseOptions, caseQuality, caseSwitches } = procedures

export const caseQualityRoutes = {
  list: caseQuality.list.use(inEnvironment).handler(({ context, input }) => listSamples(context, input.environmentId)),
  get: caseQuality.get.use(inEnvironment).handler(({ context, input }) => readSample(context, input)),
  judge: caseQuality.judge.use(inEnvironment).handler(({ context, input }) => judgeSample(context, input, input)),
}

export const caseAuthorityRoutes = {
  list: caseAuthority.list.use(inEnvironment).handler(({ context, input }) => listLimits(context, input.environmentId)),
  set: caseAuthority.set
    .use(inEnvironment)
    .handler(({ context, input }) => setLimits(context, input.environmentId, input.limits)),
}

export const caseOptionsRoutes = {
  get: caseOptions.get.use(inEnvironment).handler(({ context }) => readPageOptions(context)),
  settings: caseOptions.settings
    .use(inEnvironment)
    .handler(({ context, input }) => readOptionSettings(context, input.environmentId)),
  save: caseOptions.save.use(inEnvironment).handler(({ context, input }) => saveOptions(context, input)),
}

export const caseSwitchRoutes = {
  list: caseSwitches.list
    .use(inEnvironment)
    .handler(({ context, input }) => listCaseSwitches(context, input.environmentId)),
  set: caseSwitches.set.use(inEnvironment).handler(({ context, input }) => setCaseSwitch(context, input)),
}

export const caseRoutes = {
  get: cases.get.use(inEnvironment).handler(({ context, input }) => readCase(context, input)),
  find: cases.find
    .use(inEnvironment)
    .handler(async ({ context, input }) => ({ case: await findCaseOf(context, input) })),
  history: cases.history.use(inEnvironment).handler(({ context, input }) => readHistory(context, input)),
  saving: cases.saving
    .use(inEnvironment)
    .handler(async ({ context, input }) => ({ estimate: await readSaving(context, input) })),
  similar: cases.similar.use(inEnvironment).handler(({ context, input }) => readSimilarCases(context, input)),
  summary: cases.summary
    .use(inEnvironment)
    .handler(({ context, input, signal }) => readSummary(context, input, signal)),
  rateSummary: cases.rateSummary.use(inEnvironment).handler(({ context, input }) => rateSummary(context, input)),
  unfinished: cases.unfinished.use(inEnvironment).handler(({ context }) => readUnfinished(context)),
  mentions: cases.mentions.use(inEnvironment).handler(({ context }) => readMentions(context)),
  reviewers: cases.reviewers
    .use(inEnvironment)
    .handler(({ context, input }) => loadReviewers(context, input.environmentId)),
  lock: cases.lock
    .use(inEnvironment)
    .handler(async ({ context, input }) => viewCase(context, await lockCaseFor(context, input))),
  extend: cases.extend
    .use(inEnvironment)
    .handler(async ({ context, input }) => viewCase(context, await extendLock(context, input, input.leaseToken))),
  takeBundle: cases.takeBundle
    .use(inEnvironment)
    .handler(async ({ context, input }) => viewCase(context, await takeBundle(context, input, input))),
  releaseBundle: cases.releaseBundle
    .use(inEnvironment)
    .handler(async ({ context, input }) => ({ released: await releaseBundle(context, input, input) })),
  reportActivity: cases.reportActivity
    .use(inEnvironment)
    .handler(({ context, input }) => recordActivity(context, input, input.leaseToken)),
  decide: cases.decide.use(inEnvironment).handler(async ({ context, input }) => {
    const decided = await decideCase(context, input, input)
    context.cases.wake()
    return viewCase(context, decided)
  }),
  undo: cases.undo
    .use(inEnvironment)
    .handler(async ({ context, input }) => viewCase(context, await undoDecision(context, input))),
  correct: cases.correct.use(inEnvironment).handler(async ({ context, input }) => {
    const corrected = await correctDecision(context, input, input)
    context.cases.wake()
    return viewCase(context, corrected)
  }),
  sendBack: cases.sendBack
    .use(inEnvironment)
    .handler(async ({ context, input }) => viewCase(context, await sendBack(context, input, input))),
  escalate: cases.escalate
    .use(inEnvironment)
    .handler(async ({ context, input }) => viewCase(context, await escalate(context, input, input), { own: true })),
  hold: cases.hold
    .use(inEnvironment)
    .handler(async ({ context, input }) => viewCase(context, await hold(context, input, input))),
  challenge: cases.challenge.use(inEnvironment).handler(async ({ context, input }) => {
    const found = await requestChallenge(context, input, input)
    context.cases.wake()
    return viewCase(context, found)
  }),
  resume: cases.resume
    .use(inEnvironment)
    .handler(async ({ context, input }) => viewCase(context, await resume(context, input))),
  transfer: cases.transfer
    .use(inEnvironment)
    .handler(async ({ context, input }) => viewCase(context, await transfer(context, input, input))),
  assign: cases.assign.use(inEnvironment).handler(async ({ context, input }) => {
    const { userId } = input
    const reviewers = userId === null ? [] : await loadReviewers(context, input.environmentId)
    const person = reviewers.find(({ id }) => id === userId) ?? null
    if (userId !== null && person === null)
      throw new ValidationError(['userId'], 'This person may not review cases of the environment.')
    return viewCase(context, await assign(context, input, person))
  }),
  approve: cases.approve.use(inEnvironment).handler(async ({ context, input }) => {
    const approved = await approve(context, input, input)
    context.cases.wake()
    return viewCase(context, approved)
  }),
  withdraw: cases.withdraw
    .use(inEnvironment)
    .handler(async ({ context, input }) => viewCase(context, await withdrawApproval(context, input))),
  forceRelease: cases.forceRelease
    .use(inEnvironment)
    .handler(async ({ context, input }) => viewCase(context, await forceRelease(context, input))),
  setTags: cases.setTags
    .use(inEnvironment)
    .handler(async ({ context, input }) => viewCase(context, await setTags(context, input, input))),
  setChecklist: cases.setChecklist
    .use(inEnvironment)
    .handler(async ({ context, input }) => viewCase(context, await setChecklist(context, input, input))),
  setPriority: cases.setPriority
    .use(inEnvironment)
    .handler(async ({ context, input }) => viewCase(context, await setPriority(context, input, input.priority))),
  retryFollowUps: cases.retryFollowUps.use(inEnvironment).handler(async ({ context, input }) => {
    const found = await retryFollowUps(context, input)
    context.cases.wake()
    return viewCase(context, found)
  }),
  decideMany: cases.decideMany.use(inEnvironment).handler(async ({ context, input }) => {
    const results = await decideMany(context, input)
    context.cases.wake()
    return results
  }),
  undoMany: cases.undoMany.use(inEnvironment).handler(({ context, input }) => undoMany(context, input.cases)),
  decisions: cases.decisions.use(inEnvironment).handler(({ context, input }) => readDecisions(context, input)),
  configuration: cases.configuration
    .use(inEnvironment)
    .handler(({ context, input }) => readConfiguration(context, input)),
  saveConfiguration: cases.saveConfiguration
    .use(inEnvironment)
    .handler(({ context, input }) => saveConfiguration(context, input)),
}
