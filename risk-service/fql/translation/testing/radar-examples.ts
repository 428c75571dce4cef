import type { TranslationState } from '../result/notes.ts'

/**
 * Rules in the syntax that Radar documents for its actions, operators, lists, metadata, missing values, windows and
 * requests for 3D Secure, with the state of each and the WHEN of its translation; null: there is none.
 */
export const radarExamples: readonly (readonly [rule: string, state: TranslationState, when: string | null])[] = [
  ['Block if :amount_in_usd: > 1000.00', 'same', 'WHEN @"calculatedFeatures.totalAmountInUSD" > 1000'],
  [
    'Block if :card_country: != :ip_country:',
    'sameWithNote',
    `WHEN NOT @"calculatedFeatures.cardCountry".IsNullOrEmpty()
  AND NOT @"calculatedFeatures.ipCountry".IsNullOrEmpty()
  AND NOT @"calculatedFeatures.cardCountry".IgnoreCaseEquals(@"calculatedFeatures.ipCountry")`,
  ],
  [
    'Review if ::Customer Age:: < 30',
    'sameWithNote',
    'WHEN NOT @"customData.Customer Age".IsNullOrEmpty()\n  AND @"customData.Customer Age" < 30',
  ],
  [
    "Review if ::Item ID:: = '5A381D' and :amount_in_usd: > 1000",
    'sameWithNote',
    'WHEN @"customData.Item ID" == "5A381D"\n  AND @"calculatedFeatures.totalAmountInUSD" > 1000',
  ],
  [
    "Review if ::Category ID:: IN ('groceries', 'electronics', 'clothing')",
    'sameWithNote',
    'WHEN @"customData.Category ID" == "groceries"\n  OR @"customData.Category ID" == "electronics"\n  OR @"customData.Category ID" == "clothing"',
  ],
  ["Review if ::Item ID:: INCLUDES 'A381'", 'sameWithNote', 'WHEN @"customData.Item ID".Contains("A381")'],
  ["Allow if ::customer:Trusted:: = 'true'", 'sameWithNote', 'WHEN @"customData.customer.Trusted" == "true"'],
  ["Review if ::destination:Category:: = 'new'", 'sameWithNote', 'WHEN @"customData.destination.Category" == "new"'],
  [
    "Block if :ip_state: = 'CA'",
    'sameWithNote',
    'WHEN Geo.RegionCode(@"deviceContext.ipAddress").IgnoreCaseEquals("CA")',
  ],
  [
    "Block if :address_line1_check: = 'fail'",
    'needsYou',
    'WHEN @"paymentInstrumentList[0].avsVerify".IgnoreCaseEquals("N")',
  ],
  [
    "Block if :cvc_check: != 'pass'",
    'sameWithNote',
    'WHEN NOT @"paymentInstrumentList[0].cvvVerify".IgnoreCaseEquals("Y")',
  ],
  [
    "Block if :address_zip_check: in ('fail', 'not_provided')",
    'needsYou',
    'WHEN @"paymentInstrumentList[0].avsVerify".IgnoreCaseEquals("N")\n  OR @"paymentInstrumentList[0].avsVerify".IsNullOrEmpty()',
  ],
  ["Block if :card_country: = 'us'", 'sameWithNote', 'WHEN @"calculatedFeatures.cardCountry".IgnoreCaseEquals("us")'],
  [
    "Block if :card_funding: != 'prepaid'",
    'sameWithNote',
    'WHEN NOT @"paymentInstrumentList[0].binCardType".IsNullOrEmpty()\n  AND NOT @"paymentInstrumentList[0].binCardType".IgnoreCaseEquals("prepaid")',
  ],
  [
    'Allow if :amount_in_gbp: < 10.00',
    'needsYou',
    'WHEN @"currency".IgnoreCaseEquals("GBP")\n  AND Exists(@"totalAmount")\n  AND @"totalAmount" < 10',
  ],
  [
    'Review if :amount_in_eur: <= 100.00',
    'needsYou',
    'WHEN @"currency".IgnoreCaseEquals("EUR")\n  AND Exists(@"totalAmount")\n  AND @"totalAmount" <= 100',
  ],
  ["Block if :card_country: IN ('gb', 'ie')", 'sameWithNote', 'WHEN In(@"calculatedFeatures.cardCountry", "gb,ie")'],
  ["Block if :ip_address: INCLUDES '192.168'", 'same', 'WHEN @"deviceContext.ipAddress".ToLower().Contains("192.168")'],
  [
    "Block if :email: LIKE 'fraud%@stripe.com'",
    'same',
    'WHEN Patterns.IsRegexMatch("(?is)^fraud.*@stripe\\\\.com$", @"user.email")',
  ],
  [
    "Block if :card_country: = 'CA' OR :card_country: = 'DE' OR :card_country: = 'AE'",
    'sameWithNote',
    'WHEN @"calculatedFeatures.cardCountry".IgnoreCaseEquals("CA")\n  OR @"calculatedFeatures.cardCountry".IgnoreCaseEquals("DE")\n  OR @"calculatedFeatures.cardCountry".IgnoreCaseEquals("AE")',
  ],
  [
    'Block if :card_country: in @card_countries_to_block',
    'needsYou',
    'WHEN ContainsKey("card_countries_to_block", "value", @"calculatedFeatures.cardCountry")',
  ],
  [
    "Block if :email_domain: = 'definitelyfraud.com'",
    'same',
    'WHEN @"calculatedFeatures.emailDomain".IgnoreCaseEquals("definitelyfraud.com")',
  ],
  [
    "Review if :email_domain: != 'definitelysafe.com'",
    'same',
    'WHEN NOT @"calculatedFeatures.emailDomain".IsNullOrEmpty()\n  AND NOT @"calculatedFeatures.emailDomain".IgnoreCaseEquals("definitelysafe.com")',
  ],
  ['Review if is_missing(:email_domain:)', 'same', 'WHEN @"calculatedFeatures.emailDomain".IsNullOrEmpty()'],
  ['Review if !(is_missing(::foo::))', 'sameWithNote', 'WHEN NOT @"customData.foo".IsNullOrEmpty()'],
  [
    "Review if is_missing(:email_domain:) OR :email_domain: IN ('yopmail.net', 'yandex.ru')",
    'same',
    'WHEN @"calculatedFeatures.emailDomain".IsNullOrEmpty()\n  OR In(@"calculatedFeatures.emailDomain", "yopmail.net,yandex.ru")',
  ],
  ["Block if :card_brand: = 'amex'", 'same', 'WHEN @"paymentInstrumentList[0].cardType".IgnoreCaseEquals("Amex")'],
  [
    "Block if :card_brand: in ('mc', 'cup')",
    'same',
    'WHEN @"paymentInstrumentList[0].cardType".IgnoreCaseEquals("Mastercard")\n  OR @"paymentInstrumentList[0].cardType".IgnoreCaseEquals("UnionPay")',
  ],
  ['Block if :is_anonymous_ip:', 'sameWithNote', 'WHEN In(@"deviceAttributes.proxy", "true")'],
  ["Block if :risk_level: = 'highest'", 'needsYou', 'WHEN @"riskScore" >= 750'],
  ["Review if :risk_level: = 'elevated'", 'needsYou', 'WHEN @"riskScore" >= 650\n  AND @"riskScore" < 750'],
  ['Block if :risk_score: > 75', 'needsYou', 'WHEN @"riskScore" > 750'],
  [
    "Request 3D Secure if :risk_level: != 'normal' and :amount_in_usd: > 25",
    'needsYou',
    'WHEN @"riskScore" >= 650\n  AND @"calculatedFeatures.totalAmountInUSD" > 25',
  ],
  [
    "Block if not :is_3d_secure: and :risk_level: != 'normal' and :amount_in_usd: > 25 and not :is_off_session: and :digital_wallet: != 'apple_pay' and not (:digital_wallet: = 'android_pay' and :has_cryptogram:)",
    'needsYou',
    `WHEN NOT In(@"threeDS.transStatus", "Y,A")
  AND @"riskScore" >= 650
  AND @"calculatedFeatures.totalAmountInUSD" > 25
  AND NOT (@"customData.is_off_session" == true)
  AND NOT @"paymentInstrumentList[0].paymentCheckoutProvider".IsNullOrEmpty()
  AND NOT @"paymentInstrumentList[0].paymentCheckoutProvider".IgnoreCaseEquals("apple_pay")
  AND ((NOT @"paymentInstrumentList[0].paymentCheckoutProvider".IsNullOrEmpty() AND NOT @"paymentInstrumentList[0].paymentCheckoutProvider".IgnoreCaseEquals("android_pay")) OR NOT (@"customData.has_cryptogram" == true))`,
  ],
  [
    'Block if :is_3d_secure: and not :is_3d_secure_authenticated:',
    'sameWithNote',
    'WHEN In(@"threeDS.transStatus", "Y,A")\n  AND NOT (@"threeDS.isThreeDSAuth" == true)',
  ],
  ["Request 3D Secure if ::foo:: = 'bar'", 'sameWithNote', 'WHEN @"customData.foo" == "bar"'],
  // Printed in the documentation without the second colon, and without a blank behind "not".
  [
    "Block if ::foo:: = 'bar' and not :is_3d_secure and not:is_off_session:",
    'needsYou',
    'WHEN @"customData.foo" == "bar"\n  AND NOT In(@"threeDS.transStatus", "Y,A")\n  AND NOT (@"customData.is_off_session" == true)',
  ],
  [
    'Request 3D Secure if is_missing(:seconds_since_card_first_seen:)',
    'needsYou',
    'WHEN Velocity.radarTotalChargesPerCardNumber(@"paymentInstrumentList[0].merchantPaymentInstrumentId", 90d) == 0',
  ],
  [
    'Request 3D Secure if :is_new_card_on_customer:',
    'needsYou',
    `WHEN @"user.userId" != ""
  AND @"paymentInstrumentList[0].merchantPaymentInstrumentId" != ""
  AND Velocity.radarChargesPerCardOfCustomer((@"user.userId" == "" OR @"paymentInstrumentList[0].merchantPaymentInstrumentId" == "" ? "" : @"user.userId" + "|" + @"paymentInstrumentList[0].merchantPaymentInstrumentId"), 90d) == 0`,
  ],
  [
    "Review if :is_disposable_email: and :card_funding: = 'prepaid'",
    'sameWithNote',
    'WHEN @"calculatedFeatures.emailDisposable" == true\n  AND @"paymentInstrumentList[0].binCardType".IgnoreCaseEquals("prepaid")',
  ],
  [
    "Allow if :ip_country: = 'GB' and :risk_level: != 'highest'",
    'needsYou',
    'WHEN @"calculatedFeatures.ipCountry".IgnoreCaseEquals("GB")\n  AND @"riskScore" < 750',
  ],
  [
    'Block if :total_charges_per_email_daily: > 5',
    'needsYou',
    'WHEN Velocity.radarTotalChargesPerEmail(@"user.email", 23h) > 5',
  ],
  [
    'Block if :authorized_charges_per_card_number_hourly: >= 3',
    'needsYou',
    'WHEN Velocity.radarAuthorizedChargesPerCardNumber(@"paymentInstrumentList[0].merchantPaymentInstrumentId", 59m) >= 3',
  ],
  [
    'Allow if :blocked_charges_per_customer_weekly: = 0',
    'needsYou',
    'WHEN @"user.userId" != ""\n  AND Velocity.radarBlockedChargesPerCustomer(@"user.userId", 7d) == 0',
  ],
  [
    'Review if :card_count_for_ip_address_daily: > 2',
    'needsYou',
    'WHEN Velocity.radarCardCountForIpAddress(@"deviceContext.ipAddress", 23h) > 2',
  ],
  [
    'Review if :declined_charges_per_billing_address_all_time: > 4',
    'needsYou',
    'WHEN Velocity.radarDeclinedChargesPerBillingAddress((@"paymentInstrumentList[0].billingAddress.street1" == "" ? "" : @"paymentInstrumentList[0].billingAddress.street1" + "|" + @"paymentInstrumentList[0].billingAddress.zipCode" + "|" + @"paymentInstrumentList[0].billingAddress.country"), 90d) > 4',
  ],
  [
    'Block if :dispute_count_on_card_number_all_time: > 0',
    'needsYou',
    'WHEN Velocity.radarDisputeCountOnCardNumber(@"paymentInstrumentList[0].merchantPaymentInstrumentId", 90d) > 0',
  ],
  [
    'Review if :hours_since_customer_was_created: < 24',
    'same',
    'WHEN Exists(@"user.creationDate")\n  AND (DateTime.UtcNow - @"user.creationDate").TotalHours < 24',
  ],
  [
    'Review if :minutes_since_customer_was_created: > 90',
    'same',
    'WHEN Exists(@"user.creationDate")\n  AND (DateTime.UtcNow - @"user.creationDate").TotalMinutes > 90',
  ],
  [
    'Review if :distance_between_ip_and_shipping_address: > 500',
    'sameWithNote',
    'WHEN @"calculatedFeatures.ipShippingDistance" > 500',
  ],
  // Without a translation.
  ["Block if :address_line1_check: = 'fail' and :address_zip_check: != 'fail'", 'leftOut', null],
  ['Block if :hours_since_email_first_seen_on_stripe: < 5', 'leftOut', null],
  ['Block if :efw_count_on_card_all_time: > 0', 'leftOut', null],
  ['Block if :refund_count_on_card_weekly: > 1', 'leftOut', null],
  ['Review if :is_my_login_ip:', 'leftOut', null],
  ['Block if :no_such_attribute: > 1', 'leftOut', null],
  ['Block if CVC verification fails based on risk score', 'leftOut', null],
  ['Request 3D Secure if 3D Secure is recommended for card', 'leftOut', null],
  ['Request credentials if :amount_in_usd: > 5', 'leftOut', null],
  // Documented as not valid.
  ["Block if :risk_level: < 'highest'", 'failed', null],
  ["Block if :ip_country: = 'Canada'", 'failed', null],
  ["Block if :amount_in_usd: >= 'one thousand dollars'", 'failed', null],
  ["Block if :is_anonymous_ip: = 'true'", 'failed', null],
]
