import { isObject, type Json } from '../../../engine/lib/json.ts'
import {
  type EntryFault,
  type EntryFormat,
  eventTimeOf,
  eventTypeOf,
  type FormerEvent,
  isBuiltInType,
  memberOf,
  parsed,
  textOf,
} from './former-event.ts'
import { readAnswer } from './read-answer.ts'
import { readSearchRow } from './read-search-row.ts'

/** An entry of the file: an event with its answer, or what it lacks. */
export interface Entry {
  format: EntryFormat
  event: FormerEvent | null
  fault: EntryFault | null
}

/** Paths of the risk API that are answered with a decision; the assessment is the first group, else `type`. */
const decidingPaths: readonly { path: RegExp; type?: string }[] = [
  { path: /\/merchantservices\/events\/(purchase|signup|signin)$/i },
  { path: /\/action\/account\/create(?:\/[^/]*)?$/i, type: 'accountcreation' },
  { path: /\/action\/account\/login(?:\/[^/]*)?$/i, type: 'accountlogin' },
  { path: /\/(?:action\/)?assessment\/(\w+)$/i },
]

const faulty = (format: EntryFormat, fault: EntryFault): Entry => ({ format, event: null, fault })

/**
 * Reads an object of the file: a message of event tracing, an entry of a log of the API, or an event of a search export.
 * @param assessment that of a search export, whose rows do not name one
 */
export function readEntry(value: unknown, assessment: string): Entry {
  if (!isObject(value)) return faulty('apiLog', 'unknownType')
  const name = textOf(memberOf(value, 'name'))
  if (name?.startsWith('FraudProtection.') === true) return readTraced(name, value)
  return memberOf(value, 'path', 'url', 'uri', 'requestUri', 'endpoint') === undefined
    ? readSearchRow(value, assessment)
    : readLogged(value)
}

function readTraced(name: string, message: Json): Entry {
  const assessed = /^FraudProtection\.Assessment\.(\w+)$/.exec(name)?.[1]
  const request = memberOf(message, 'request')
  const metadata = memberOf(message, 'metadata')
  if (assessed !== undefined || name === 'FraudProtection.Assessments') {
    const type =
      assessed === undefined
        ? textOf(memberOf(message, 'assessmentApiName'))
        : isBuiltInType(assessed)
          ? eventTypeOf(assessed)
          : assessed === 'CustomAssessment'
            ? textOf(memberOf(parsed(request), 'name'))
            : null
    return assemble('eventTracing', {
      type,
      time: memberOf(metadata, 'timestamp'),
      environment: memberOf(metadata, 'environmentId'),
      request,
      response: memberOf(message, 'response'),
    })
  }
  const isData =
    /^FraudProtection\.(Observe\.|Observations$|Labels$|Trace\.|Audit$|ActivityLog$|CaseManagement\.|Monitoring\.|Errors\.)/
  return faulty('eventTracing', isData.test(name) ? 'dataEvent' : 'unknownType')
}

function readLogged(line: Json): Entry {
  const address = textOf(memberOf(line, 'path', 'url', 'uri', 'requestUri', 'endpoint')) ?? ''
  const path = address.replace(/[?#].*$/s, '').replace(/\/$/, '')
  const branchless = path.replace(/\/branch\/\w+$/i, '')
  const found = decidingPaths.find(each => each.path.test(path))
  const [, first] = found?.path.exec(path) ?? []
  if (found === undefined) {
    const isData = branchless !== path || /\/(observe|label|observation|merchantservices\/events)(\/|$)/i.test(path)
    return faulty('apiLog', isData ? 'dataEvent' : 'unknownType')
  }
  const type = found.type ?? first ?? ''
  return assemble('apiLog', {
    type: eventTypeOf(type),
    time: memberOf(line, 'timestamp', 'time', 'at', 'date', 'receivedAt', '@timestamp', 'timeGenerated'),
    environment: memberOf(line, 'environmentId', 'x-ms-dfpenvid'),
    request: memberOf(line, 'request', 'requestBody'),
    response: memberOf(line, 'response', 'responseBody', 'answer'),
  })
}

interface EntryParts {
  type: string | null
  time: unknown
  environment: unknown
  request: unknown
  response: unknown
}

function assemble(format: EntryFormat, { type, time, environment, request, response }: EntryParts): Entry {
  if (type === null || type === '') return faulty(format, 'unknownType')
  // A log may have the body beside its headers.
  const body = parsed(request)
  const sent = parsed(memberOf(body, 'body') ?? body)
  const answered = parsed(response)
  const answer = readAnswer(memberOf(answered, 'body') ?? answered)
  if (answer === null || !isObject(sent)) return faulty(format, 'noAnswer')
  const at = eventTimeOf(time, sent)
  if (at === null) return faulty(format, 'noTime')
  return {
    format,
    fault: null,
    event: {
      at,
      eventType: type,
      environmentId: textOf(environment),
      request: JSON.stringify(sent),
      isPartial: false,
      answer,
    },
  }
}
