/** Whether a step of an address can name a type of events: anything else is not requested. */
export const isEventType = (eventType: string): boolean => /^\w{1,60}$/.test(eventType)
