import type { IntlShape } from 'react-intl'

/** Events of the product. Those of a customer are called what the customer calls them. */
const own: Readonly<Record<string, string>> = {
  Purchase: 'Events.Assessment.purchase',
  AccountCreation: 'Events.Assessment.accountcreation',
  AccountLogin: 'Events.Assessment.accountlogin',
  Chargeback: 'Authoring.Event.Chargeback',
  BankEvent: 'Authoring.Event.BankEvent',
  CustomAssessment: 'Authoring.Event.CustomAssessment',
}

/** What an event is called in the reader's language; the service names them in English. */
export function eventLabel(intl: IntlShape, { name, label }: { name: string; label: string }): string {
  const id = Object.hasOwn(own, name) ? own[name] : undefined
  return id === undefined ? label : intl.formatMessage({ id })
}
