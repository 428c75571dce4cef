/** Client id of the console at the embedded provider. */
export const embeddedAppId = 'a55a0000-0000-4000-8000-000000000001'
