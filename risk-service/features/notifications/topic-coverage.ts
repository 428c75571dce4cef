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

/** Where a user receives an event: the environments, and whether events about the whole tenant are included. */
interface CoveredCapability {
  event: NotificationEvent
  environmentIds: string[]
}
export interface Coverage {
  covers: CoveredCapability[]
  tenantWide: boolean
}

/** Returns the capability that opens an event: its own, else that of its topic. */
export function capabilityOf(event: NotificationEvent): Capability {
  const { topic, ...own } = notificationEvents[event]
  return 'capability' in own ? own.capability : notificationTopics[topic]
}

/**
 * Returns the coverage of a user's roles. A role applies to all environments below its own, so that a role on the root
 * covers the children's events.
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

/** Returns the topics with at least one event that a user receives. */
export function topicsOf({ covers, tenantWide }: Coverage): NotificationTopic[] {
  const open = new Set(covers.map(({ event }) => notificationEvents[event].topic))
  return notificationTopicIds.filter(topic => tenantWide || open.has(topic))
}
