import { type AlertRuleMetric, type AlertRuleSettings, isCountMetric } from '../../../contract/index.ts'
import type { MailMessage, MessageFormatter } from '../../../ports/index.ts'
import type { DueMail } from './due-delivery.ts'

/**
 * Returns the message about an incident: what the notification in the product says, what the alert watches and its
 * figures. It contains names and counts, no data of a customer.
 */
export function writeIncidentMail(
  { language, environment, environment_id, incident_id, name, settings, peak }: DueMail,
  texts: MessageFormatter,
  publicUrl: string | null,
): Pick<MailMessage, 'subject' | 'text' | 'html'> {
  const figures = createFigures(language)
  const subject = texts.format('Notifications.Event.IncidentOpened', { name })
  const query = new URLSearchParams({ env: environment_id, incident: incident_id })
  const link = publicUrl === null ? null : `${publicUrl}/reports/alerts?${query}`
  const lines = [
    describeAlert(settings, texts, figures),
    texts.format('Alerts.Checked', {
      value: figures.value(settings.metric, peak.value),
      usual: figures.value(settings.metric, peak.usual),
      time: figures.time(new Date(peak.at)),
    }),
  ]
  const open = texts.format('Alerts.Mail.Open')
  const reason = texts.format('Alerts.Mail.Reason', { environment })
  return {
    subject,
    text: [subject, lines.join('\n'), ...(link === null ? [] : [`${open}: ${link}`]), reason].join('\n\n'),
    html: [
      '<!doctype html>',
      `<html lang="${language}" dir="${language.startsWith('ar') ? 'rtl' : 'ltr'}">`,
      `<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
      '<body style="font-family:sans-serif">',
      `<h1 style="font-size:20px">${escapeHtml(subject)}</h1>`,
      ...lines.map(line => `<p>${escapeHtml(line)}</p>`),
      ...(link === null ? [] : [`<p><a href="${escapeHtml(link)}">${escapeHtml(open)}</a></p>`]),
      `<p><small>${escapeHtml(reason)}</small></p>`,
      '</body></html>',
    ].join('\n'),
  }
}

interface Figures {
  value: (metric: AlertRuleMetric, figure: number | null) => string
  number: (value: number) => string
  time: (at: Date) => string
}

function createFigures(language: string): Figures {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return {
    value: (metric, figure) => (figure === null ? '–' : (isCountMetric(metric) ? number : percent).format(figure)),
    number: value => number.format(value),
    time: at => time.format(at),
  }
}

/** Returns metric, condition and window in one line, as the console shows them. */
function describeAlert(
  { metric, eventType, field, condition, window }: AlertRuleSettings,
  texts: MessageFormatter,
  figures: Figures,
): string {
  const limit =
    'times' in condition
      ? figures.number(condition.times)
      : figures.value(metric, 'usual' in condition ? condition.usual : condition.value)
  const subject = [eventType === null ? null : assessmentName(eventType, texts), field].filter(part => part !== null)
  const watched = texts.format(`Alerts.Metric.${metric}`)
  return texts.format('Alerts.Watches', {
    metric: subject.length === 0 ? watched : `${watched} (${subject.join(', ')})`,
    condition: texts.format(`Alerts.Condition.${condition.kind}.Text`, { value: limit }),
    window: texts.format(`Alerts.Window.${window}`),
  })
}

/** Assessments of the system have a name in every language, all others have their API name. */
function assessmentName(eventType: string, texts: MessageFormatter): string {
  const id = `Events.Assessment.${eventType}`
  return texts.has(id) ? texts.format(id) : eventType
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
