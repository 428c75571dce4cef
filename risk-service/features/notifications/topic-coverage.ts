import {
  allows,
  type Capability,
  type NotificationEvent,
  type NotificationTopic,
  notificationEventIds,
  notificationEvents,
  notificationTopicIds,
  notificationTopics,
} from '../../contract/index.ts'
import { canSee, levelIn } from '../../kernel/access/authorize.ts'
import { type AudienceRights, isTenantWide } from '../../kernel/live/audience-rights.ts'

/** Where a person receives an event: the environments, and whether what is about the whole tenant reaches them. */
interface CoveredCapability {
  event: NotificationEvent
  environmentIds: string[]
}
export interface Coverage {
  covers: CoveredCapability[]
  tenantWide: boolean
}

/** Capability that opens an event: its own, else that of its topic. */
export function capabilityOf(event: NotificationEvent): Capability {
  const { topic, ...own } = notificationEvents[event]
  return 'capability' in own ? own.capability : notificationTopics[topic]
}

/**
 * What the roles of a person cover. A role holds for all environments below its own, so whoever has the root receives
 * the children's.
 */
export function coverageOf({ principal, tree }: AudienceRights): Coverage {
  const visible = [...tree.keys()].filter(id => canSee(principal, id, tree))
  const environmentsByCapability = new Map<Capability, string[]>()
  const reach = (capability: Capability): string[] => {
    const environmentIds =
      environmentsByCapability.get(capability) ??
      visible.filter(id => allows(levelIn(principal, id, capability, tree), 'read'))
    environmentsByCapability.set(capability, environmentIds)
    return environmentIds
  }
  return {
    covers: notificationEventIds
      .map(event => ({ event, environmentIds: reach(capabilityOf(event)) }))
      .filter(({ environmentIds }) => environmentIds.length > 0),
    tenantWide: isTenantWide(principal),
  }
}

/** Topics of which a person receives anything. */
export function topicsOf({ covers, tenantWide }: Coverage): NotificationTopic[] {
  const open = new Set(covers.map(({ event }) => notificationEvents[event].topic))
  return notificationTopicIds.filter(topic => tenantWide || open.has(topic))
}
