import { type ApiCall, bodyText, clientPlaceholder, secretPlaceholder, tokenUrlOf } from './api-call.ts'

/** Languages of the examples, in the order of their tabs. */
export const snippetLanguages = ['curl', 'csharp', 'node', 'python', 'php', 'java'] as const
export type SnippetLanguage = (typeof snippetLanguages)[number]

/** Names of the languages, which no language of the console translates. */
export const snippetLanguageNames: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'curl',
  csharp: 'C#',
  node: 'Node.js',
  python: 'Python',
  php: 'PHP',
  java: 'Java',
}

interface Facts extends Omit<ApiCall, 'body'> {
  tokenUrl: string
  url: string
  scope: string
  json: string
}

/** One template for each language: what is called, and with what, comes from the description of the API alone. */
const templates: Readonly<Record<SnippetLanguage, (facts: Facts) => string>> = {
  curl: ({ tokenUrl, clientId, clientSecret, scope, url, environmentId, json }) => `TOKEN=$(curl -s '${tokenUrl}' \\
  -d grant_type=client_credentials \\
  -d client_id='${clientId}' \\
  -d client_secret='${clientSecret}' \\
  -d scope='${scope}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

curl -s '${url}' \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -H 'x-ms-dfpenvid: ${environmentId}' \\
  -d '${json}'`,

  csharp: ({ tokenUrl, clientId, clientSecret, scope, url, environmentId, json }) => `using System.Net.Http.Json;
using System.Text;
using System.Text.Json;

using var http = new HttpClient();
var granted = await http.PostAsync("${tokenUrl}", new FormUrlEncodedContent(new Dictionary<string, string>
{
    ["grant_type"] = "client_credentials",
    ["client_id"] = "${clientId}",
    ["client_secret"] = "${clientSecret}",
    ["scope"] = "${scope}",
}));
granted.EnsureSuccessStatusCode();
var token = (await granted.Content.ReadFromJsonAsync<JsonElement>()).GetProperty("access_token").GetString();

var request = new HttpRequestMessage(HttpMethod.Post, "${url}")
{
    Content = new StringContent("""
${json}
""", Encoding.UTF8, "application/json"),
};
request.Headers.Add("Authorization", $"Bearer {token}");
request.Headers.Add("x-ms-dfpenvid", "${environmentId}");
var answer = await http.SendAsync(request);
Console.WriteLine((int)answer.StatusCode);
Console.WriteLine(await answer.Content.ReadAsStringAsync());`,

  node: ({
    tokenUrl,
    clientId,
    clientSecret,
    scope,
    url,
    environmentId,
    json,
  }) => `const granted = await fetch('${tokenUrl}', {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: '${clientId}',
    client_secret: '${clientSecret}',
    scope: '${scope}',
  }),
})
const { access_token: token } = await granted.json()

const answer = await fetch('${url}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${token}\`,
    'Content-Type': 'application/json',
    'x-ms-dfpenvid': '${environmentId}',
  },
  body: JSON.stringify(${json}),
})
console.log(answer.status)
console.log(await answer.text())`,

  python: ({ tokenUrl, clientId, clientSecret, scope, url, environmentId, json }) => `import json
import urllib.error
import urllib.parse
import urllib.request

form = urllib.parse.urlencode({
    "grant_type": "client_credentials",
    "client_id": "${clientId}",
    "client_secret": "${clientSecret}",
    "scope": "${scope}",
}).encode()
with urllib.request.urlopen("${tokenUrl}", form) as granted:
    token = json.load(granted)["access_token"]

body = r'''${json}'''
request = urllib.request.Request("${url}", body.encode(), {
    "Authorization": f"Bearer {token}",
    "Content-Type": "application/json",
    "x-ms-dfpenvid": "${environmentId}",
})
try:
    answer = urllib.request.urlopen(request)
except urllib.error.HTTPError as refused:
    answer = refused
print(answer.status)
print(answer.read().decode())`,

  php: ({ tokenUrl, clientId, clientSecret, scope, url, environmentId, json }) => `<?php
$send = function (string $url, array $headers, string $body): array {
    $answer = fopen($url, 'r', false, stream_context_create(['http' => [
        'method' => 'POST',
        'header' => $headers,
        'content' => $body,
        'ignore_errors' => true,
    ]]));
    $status = explode(' ', stream_get_meta_data($answer)['wrapper_data'][0])[1];
    return [$status, stream_get_contents($answer)];
};

[, $granted] = $send('${tokenUrl}', ['Content-Type: application/x-www-form-urlencoded'], http_build_query([
    'grant_type' => 'client_credentials',
    'client_id' => '${clientId}',
    'client_secret' => '${clientSecret}',
    'scope' => '${scope}',
]));
$token = json_decode($granted)->access_token;

$body = <<<'JSON'
${json}
JSON;
[$status, $answer] = $send('${url}', [
    "Authorization: Bearer $token",
    'Content-Type: application/json',
    'x-ms-dfpenvid: ${environmentId}',
], $body);
echo $status, PHP_EOL, $answer, PHP_EOL;`,

  java: ({ tokenUrl, clientId, clientSecret, scope, url, environmentId, json }) => `import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public class Main {
    public static void main(String[] args) throws Exception {
        var http = HttpClient.newHttpClient();
        var form = Map.of(
            "grant_type", "client_credentials",
            "client_id", "${clientId}",
            "client_secret", "${clientSecret}",
            "scope", "${scope}"
        ).entrySet().stream()
            .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
        var granted = http.send(HttpRequest.newBuilder(URI.create("${tokenUrl}"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form)).build(), BodyHandlers.ofString()).body();
        var found = Pattern.compile("\\"access_token\\":\\"([^\\"]+)\\"").matcher(granted);
        if (!found.find()) throw new IllegalStateException(granted);

        var body = """
${json.replaceAll('\\', '\\\\')}
""";
        var answer = http.send(HttpRequest.newBuilder(URI.create("${url}"))
            .header("Authorization", "Bearer " + found.group(1))
            .header("Content-Type", "application/json")
            .header("x-ms-dfpenvid", "${environmentId}")
            .POST(HttpRequest.BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
        System.out.println(answer.statusCode());
        System.out.println(answer.body());
    }
}`,
}

/** Returns a program that gets a token and makes the call, and prints status and answer; curl prints the answer alone. */
export function snippetOf(language: SnippetLanguage, { body, ...call }: ApiCall): string {
  return templates[language]({
    ...call,
    tokenUrl: tokenUrlOf(call),
    url: `${call.endpoint}${call.path}`,
    scope: `${call.endpoint}/.default`,
    json: bodyText(body),
  })
}

/** Returns the request of a token alone, with placeholders for what an application has of its own. */
export const tokenRequest = (call: Pick<ApiCall, 'endpoint' | 'tenantId'>): string => `curl '${tokenUrlOf(call)}' \\
  -d grant_type=client_credentials \\
  -d client_id='${clientPlaceholder}' \\
  -d client_secret='${secretPlaceholder}' \\
  -d scope='${call.endpoint}/.default'`
