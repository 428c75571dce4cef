/** The name of the Provisioning API in logs: it is called by operators, in no environment. */
export const provisioningApiName = 'v1.0/Provisioning/Environments'
