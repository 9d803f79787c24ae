/**
 * The page at `/` for visitors who are not signed in. Rendered to HTML by the build (vite.landing.config.ts); it has no
 * state and no handlers, so it works without scripts.
 */
import { PLAN_HOLDS, PLAN_LEADS, PLAN_NAMES, PLAN_PRICES } from '@/entities/plan/plans';
import { formatMoney } from '@/lib/format';
import scene from '@/styles/scene-evening.svg?raw';
import { Logo } from '@/ui/logo';
import { LANDING } from './messages';

const { request, nav, how, kinds, product, plans, places, never, questions, closing, story } =
  LANDING;

export function LandingPage() {
  return (
    <>
      <a href="#main" className="skip btn">
        {LANDING.skip}
      </a>
      <Header />
      <main id="main" className="landing">
        <Hero />
        <section id="how" aria-labelledby="how-title">
          <h2 id="how-title">{how.title}</h2>
          <ol className="landing-steps">
            {how.steps.map(({ title, text }, index) => (
              <li key={title}>
                <span className="landing-number" aria-hidden="true">
                  {index + 1}
                </span>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </section>
        <section aria-labelledby="kinds-title">
          <h2 id="kinds-title">{kinds.title}</h2>
          <div className="landing-pair">
            {kinds.items.map(({ title, text, ...kind }) => (
              <div key={title}>
                <h3>
                  {title} {'isPro' in kind && <span className="landing-pro">{LANDING.pro}</span>}
                </h3>
                <p>{text}</p>
              </div>
            ))}
          </div>
        </section>
        <Product />
        <Plans />
        <section className="landing-pair">
          <div>
            <h2>{never.title}</h2>
            <ul className="landing-list">
              {never.items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
          <div>
            <h2>{places.title}</h2>
            <p>{places.text}</p>
            <p>
              <a href="/restaurants" className="link link-inline">
                {places.all}
              </a>
            </p>
            <p>{places.elsewhere}</p>
          </div>
        </section>
        <section id="questions" aria-labelledby="questions-title" className="landing-questions">
          <h2 id="questions-title">{questions.title}</h2>
          {questions.items.map(({ id, ask, answer }) => (
            <details key={id} id={`question-${id}`}>
              <summary>{ask}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </section>
        <section className="landing-closing">
          <h2>{closing.title}</h2>
          <p>{closing.text}</p>
          <a href="/signup" className="btn">
            {LANDING.start}
          </a>
        </section>
      </main>
      <footer className="page-foot">
        <nav aria-label={LANDING.legal}>
          <a href="/terms" className="link">
            {LANDING.terms}
          </a>
          <a href="/privacy" className="link">
            {LANDING.privacy}
          </a>
          <a href="/developers" className="link">
            {LANDING.developers}
          </a>
        </nav>
      </footer>
    </>
  );
}

function Header() {
  return (
    <header className="header">
      <div className="header-inner">
        <a href="/" className="logo">
          <Logo />
        </a>
        <nav aria-label={LANDING.page}>
          <a href="/restaurants">{nav.restaurants}</a>
          <a href="#how">{nav.how}</a>
          <a href="#plans">{nav.plans}</a>
          <a href="#questions">{nav.questions}</a>
        </nav>
        <div className="header-end">
          <a href="/login" className="btn">
            {LANDING.logIn}
          </a>
        </div>
      </div>
    </header>
  );
}

function Hero() {
  return (
    <div className="landing-hero">
      <div className="landing-words">
        <h1>{LANDING.headline}</h1>
        <p>{LANDING.lead}</p>
        <Request />
        <p className="landing-small">
          {LANDING.price}{' '}
          <a href="/signup" className="link link-inline">
            {LANDING.start}
          </a>
        </p>
      </div>
      <Story />
    </div>
  );
}

/** The request as one sentence. The listing gets it in its address and hands it on to the restaurant's page. */
function Request() {
  return (
    <form
      action="/restaurants"
      role="search"
      aria-label={request.title}
      className="landing-request"
    >
      <p>
        <span>
          {request.table}
          <select name="party" aria-label={request.party} defaultValue="2">
            {request.parties.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </span>
        <span className="landing-restaurant">
          {request.at}
          <input
            type="search"
            name="query"
            aria-label={request.restaurant}
            placeholder={request.any}
            maxLength={100}
          />
        </span>
        <span>
          {request.on}
          <input
            type="date"
            name="date"
            aria-label={request.day}
            min="{today}"
            defaultValue="{friday}"
            required
          />
        </span>
        <span>
          {request.around}
          <select name="time" aria-label={request.time} defaultValue="prime">
            {request.times.map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </span>
      </p>
      <button type="submit" className="btn btn-primary landing-start">
        {request.find}
      </button>
    </form>
  );
}

/** A ticket that fills itself line by line, once; with reduced motion it is complete at once. */
function Story() {
  return (
    <div className="landing-story" role="img" aria-label={story.label}>
      {/* In the page itself: as a file it would be the largest and the last thing that a visitor sees. */}
      <div
        className="landing-scene"
        aria-hidden="true"
        dangerouslySetInnerHTML={{ __html: scene }}
      />
      <div className="rail-item" aria-hidden="true">
        <div className="ticket" data-tone="confirmed">
          <div className="ticket-head">{story.head}</div>
          <p className="landing-venue">{story.venue}</p>
          <div className="stamp">
            {story.stamp}
            <small>{story.stampTime}</small>
          </div>
          <dl className="order">
            {story.order.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <ol className="entries">
            {story.lines.map(([time, words], index) => (
              <li
                key={time}
                className={index === story.lines.length - 1 ? 'entry-highlighted' : undefined}
              >
                <time>{time}</time>
                <i />
                <span>{words}</span>
              </li>
            ))}
          </ol>
          <p className="landing-result">{story.result}</p>
        </div>
      </div>
    </div>
  );
}

/** The style sheet shows the picture of the theme; a browser does not load the other one. */
function Product() {
  return (
    <section aria-labelledby="product-title">
      <h2 id="product-title">{product.title}</h2>
      <p className="landing-lead">{product.text}</p>
      {(['light', 'dark'] as const).map((theme) => (
        <img
          key={theme}
          src={`/src/features/landing/pictures/reservations-${theme}.webp`}
          alt={product.picture}
          width={1280}
          height={800}
          loading="lazy"
          className={`landing-picture landing-picture-${theme}`}
        />
      ))}
      <p className="landing-small">{product.speed}</p>
    </section>
  );
}

function Plans() {
  return (
    <section id="plans" aria-labelledby="plans-title">
      <h2 id="plans-title">{plans.title}</h2>
      <p className="landing-lead">{plans.lead}</p>
      <div className="landing-plans">
        {(['standard', 'premium'] as const).map((plan) => (
          <div key={plan} className={`landing-plan landing-plan-${plan}`}>
            <h3>{PLAN_NAMES[plan]}</h3>
            <p>{PLAN_LEADS[plan]}</p>
            <p className="landing-price">
              <b>{formatMoney(PLAN_PRICES[plan])}</b> {plans.month}
            </p>
            <ul className="landing-list">
              {PLAN_HOLDS[plan].map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
            <a href="/signup" className="btn">
              {plans.start}
              <span className="sr-only">: {PLAN_NAMES[plan]}</span>
            </a>
          </div>
        ))}
      </div>
    </section>
  );
}
