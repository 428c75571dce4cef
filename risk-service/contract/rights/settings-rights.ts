import { read, write } from './rights.ts'

/** Rights of usage and billing, of the booster, of tiles on the dashboard, of personal data, and of the assistant. */
export const settingsRights = {
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
