import { read, write } from './rights.ts'

/** Rights of usage and billing, the booster, subject requests, tiles, personal data, and the assistant. */
export const settingsRights = {
  'applications.find': write('settings.access.apps'),
  'applications.assign': write('settings.access.apps'),
  // An environment sees its own use; the plan and the use of the whole tenant are for administrators.
  'usage.summary': read('settings.usage'),
  'usage.details': read('settings.usage'),
  'usage.export': read('settings.usage'),
  'billing.get': read('admin.billing'),
  'billing.save': write('admin.billing'),
  'billing.summary': read('admin.billing'),
  'billing.details': read('admin.billing'),
  'billing.export': read('admin.billing'),
  // Every role that sees the settings of the booster may search events as well: it sees the purchases of the previews.
  'booster.get': read('settings.tab'),
  'booster.figures': read('settings.tab'),
  'booster.purchases': read('settings.tab'),
  'booster.preview': read('settings.tab'),
  'booster.save': write('settings.tab'),
  'billing.outlook': read('admin.billing'),
  'externalTiles.list': read('dashboard'),
  'externalTiles.definition': read('admin.configuration'),
  'externalTiles.save': write('admin.configuration'),
  // Who may search sees personal data; every other role that does has this right, too.
  'personalData.get': read('search'),
  'personalData.reveal': read('search'),
  'personalData.settings': read('admin.configuration'),
  'personalData.saveSettings': write('admin.configuration'),
  // What a request exports is not masked: who may only look at the requests does not get it.
  'subjectRequests.assessments': write('settings.subject.submit'),
  'subjectRequests.find': write('settings.subject.submit'),
  'subjectRequests.preview': write('settings.subject.submit'),
  'subjectRequests.create': write('settings.subject.submit'),
  'subjectRequests.list': read('settings.subject.view'),
  'subjectRequests.get': read('settings.subject.view'),
  'subjectRequests.download': write('settings.subject.submit'),
  'subjectRequests.receipt': read('settings.subject.view'),
  'subjectRequests.holds': read('settings.subject.view'),
  'subjectRequests.hold': write('settings.subject.submit'),
  'subjectRequests.release': write('settings.subject.submit'),
  // What an answer reads needs the right of its own procedure as well.
  'assistant.availability': read('copilot'),
  'assistant.answer': read('copilot'),
  'assistant.conversation': read('copilot'),
  'assistant.clear': read('copilot'),
  'assistant.rate': read('copilot'),
  'assistant.suggestions': read('copilot'),
  // The settings are those of the tenant: the handler asks for the right in all of its root environments.
  'assistant.settings': read('admin.configuration'),
  'assistant.saveSettings': write('admin.configuration'),
} as const
