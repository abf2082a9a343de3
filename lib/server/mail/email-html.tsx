import { Body, Button, Container, Head, Heading, Html, Link, Preview, render, Text } from "react-email";
import type { Locale } from "#lib/server/auth/locale.ts";
import { INLINE_STYLES, THEMES } from "./email-styles.ts";

export interface MailContent {
  locale: Locale;
  subject: string;
  title: string;
  /** What to do with the code or link. */
  request: string;
  main: { code: string } | { link: string; button: string; orCopy: string };
  /** How long the code or link is valid; lists of mails also show this text after the subject. */
  life: string;
  unasked: string;
}

/** The language tag by which fonts choose the form of characters that Chinese and Japanese share. */
const LANGUAGE = { en: "en", zh: "zh-CN" } as const;

/** Renders a mail as HTML that needs no pictures, scripts or other resources. */
export function renderEmail(content: MailContent): Promise<string> {
  return render(<Letter {...content} />);
}

function Letter({ locale, subject, title, request, main, life, unasked }: MailContent) {
  const lang = LANGUAGE[locale];
  return (
    <Html lang={lang}>
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* A code is no telephone number. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <style>{THEMES}</style>
      </Head>
      <Body lang={lang} className="page" style={INLINE_STYLES.page}>
        <Preview useTitleTag={false}>{life}</Preview>
        <Container className="card" style={INLINE_STYLES.card}>
          <Text className="brand" style={INLINE_STYLES.brand}>
            Wayfare
          </Text>
          <Heading className="title" style={INLINE_STYLES.title}>
            {title}
          </Heading>
          <Text className="text" style={INLINE_STYLES.text}>
            {request}
          </Text>
          {"code" in main ? <Code code={main.code} /> : <Action {...main} />}
          <Text className="quiet" style={INLINE_STYLES.quiet}>
            {life}
          </Text>
          <Text className="quiet" style={INLINE_STYLES.quiet}>
            {unasked}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

function Code({ code }: { code: string }) {
  return (
    <Text className="code" style={INLINE_STYLES.code}>
      {code}
    </Text>
  );
}

function Action({ link, button, orCopy }: { link: string; button: string; orCopy: string }) {
  return (
    <>
      <Button className="button" href={link} style={INLINE_STYLES.button}>
        {button}
      </Button>
      <Text className="quiet" style={{ ...INLINE_STYLES.quiet, marginBottom: "24px" }}>
        {orCopy}
        <br />
        <Link className="address" href={link} style={INLINE_STYLES.address}>
          {link}
        </Link>
      </Text>
    </>
  );
}
